/// Which target may import which module, and why; what is not listed is not allowed.
struct ImportRule: Sendable {
    /// The modules that a target may import, each with the reason.
    let allowed: [String: String]

    /// The rules by target; imports point down only.
    static let all: [String: ImportRule] = [
        "PhlistVocabulary": ImportRule(allowed: [:]),
        "PhlistModel": ImportRule(allowed: [
            "Crypto": "identifiers and digests are hashes; nothing else of it",
            "OrderedCollections": "the order of hashing must not reach an effect",
            "PhlistVocabulary": "what it has in common with other layers",
            "Swift": "the canonical decomposition of text, which the standard library shows on request only",
            "Synchronization": "views that are made when they are first read",
        ]),
        "PhlistHousehold": ImportRule(allowed: [
            "Crypto": "the tag of a request is a hash; nothing else of it",
            "OrderedCollections": "the order of hashing must not reach an effect",
            "PhlistModel": "what the library holds, and what is planned",
            "PhlistVocabulary": "what it has in common with other layers",
        ]),
        "PhlistSync": ImportRule(allowed: [
            "Crypto": "chains are hashed, heads are signed",
            "OrderedCollections": "the order of hashing must not reach an effect",
            "PhlistHousehold": "what the log is folded into, and what becomes of a command",
            "PhlistModel": "what is synchronised",
            "PhlistVocabulary": "what it has in common with other layers",
        ]),
        "PhlistPairing": ImportRule(allowed: [
            "CSodium": "the arithmetic of ristretto255",
            "Crypto": "HKDF, HMAC and sealing",
        ]),
        "PhlistLog": ImportRule(allowed: [
            "CCRC32C": "the checksum of frames",
            "CZlib": "packed frames",
            "Glibc": "the file that makes the syscalls",
            "PhlistModel": "the type Record",
        ]),
        "PhlistBlobs": ImportRule(allowed: [
            "PhlistLog": "the file system",
            "PhlistModel": "the names of blobs",
        ]),
        "PhlistStore": ImportRule(allowed: [
            "PhlistHousehold": "entries of the log",
            "PhlistLog": "where it is kept",
            "PhlistModel": "what is kept",
            "PhlistSync": "whose it is",
        ]),
        "PhlistDiscovery": ImportRule(allowed: [
            "CAvahiAllocator": "keeps libdns_sd from crashing when avahi goes away",
            "CDNSSD": "dns_sd.h, in one file",
            "Dispatch": "libdns_sd hands out a file descriptor to watch",
            "Glibc": "addresses and getifaddrs",
            "Synchronization": "state shared with the serial queue",
        ]),
        "PhlistTransport": ImportRule(allowed: [
            "Crypto": "the key of this device",
            "FoundationEssentials": "certificates carry Foundation's Date",
            "Glibc": "socket addresses",
            "NIOCore": "byte streams",
            "NIOPosix": "sockets",
            "NIOSSL": "TLS 1.3",
            "NIOTLS": "the event that ends a handshake",
            "SwiftASN1": "the public key inside a certificate",
            "Synchronization": "state shared between event loops",
            "X509": "the certificate of this device",
        ]),
        "PhlistControl": ImportRule(allowed: [
            "FoundationEssentials": "JSON",
            "Glibc": "a blocking socket, in one file",
            "PhlistVocabulary": "what it has in common with other layers",
            "Synchronization": "the daemon that a client has found, for all its requests",
        ]),
        "PhlistFormats": ImportRule(allowed: [
            "PhlistControl": "the document that lists are, dates, and JSON",
            "PhlistVocabulary": "what it has in common with other layers",
        ]),
        "PhlistWeb": ImportRule(allowed: [
            "CZlib": "compression of the page, in one file",
            "Crypto": "keys of certificates, and hashes",
            "FoundationEssentials": "certificates carry Foundation's Date",
            "PhlistControl": "errors in words, and JSON",
            "PhlistModel": "invariants, and bytes as text",
            "PhlistTransport": "addresses",
            "PhlistVocabulary": "text without blanks at its ends",
            "SwiftASN1": "the parts of certificates",
            "X509": "certificates",
        ]),
        "PhlistPresentation": ImportRule(allowed: [
            "PhlistControl": "the documents that it makes",
            "PhlistHousehold": "the state that it shows, and the refusals that it explains",
            "PhlistModel": "values",
            "PhlistSync": "peers, photos on their way, losses of the log",
            "PhlistVocabulary": "what it has in common with other layers",
        ]),
        "PhlistDaemon": ImportRule(allowed: [
            "CMalloc": "how much memory is kept for later, in one file",
            "Configuration": "YAML, environment and flags",
            "Crypto": "keys on disk and random bytes",
            "Dispatch": "the thread of the log writer",
            "FoundationEssentials": "JSON",
            "Glibc": "the control socket and its directory",
            "HTTPTypes": "the control API",
            "Hummingbird": "the router of the control API",
            "HummingbirdCore": "HTTP on our own listener",
            "HummingbirdHTTP2": "HTTP/2 for browsers",
            "Logging": "the only target that logs",
            "NIOCore": "the control listener",
            "NIOPosix": "the control listener",
            "NIOSSL": "TLS for browsers",
            "NIOTLS": "the event that ends a handshake",
            "PhlistBlobs": "effects",
            "PhlistControl": "the contract that it serves",
            "PhlistDiscovery": "effects",
            "PhlistHousehold": "queries and commands",
            "PhlistLog": "effects",
            "PhlistModel": "values",
            "PhlistPairing": "effects",
            "PhlistPresentation": "replies and words",
            "PhlistStore": "the log of the replica",
            "PhlistSync": "the replica",
            "PhlistTransport": "effects",
            "PhlistVocabulary": "what it has in common with other layers",
            "PhlistWeb": "the page for phones, its sessions and certificates",
            "ServiceLifecycle": "orderly start and stop",
            "Subprocess": "the program that decodes pictures",
            "Synchronization": "state shared with blocking threads",
            "SystemPackage": "its paths",
            "UnixSignals": "SIGTERM and SIGHUP",
        ]),
        "phlistd": ImportRule(allowed: [
            "ArgumentParser": "options",
            "Glibc": "the exit status",
            "PhlistControl": "exit statuses",
            "PhlistDaemon": "the whole program",
        ]),
        "phlistctl": ImportRule(allowed: [
            "ArgumentParser": "the command tree",
            "FoundationEssentials": "JSON",
            "Glibc": "the terminal",
            "PhlistBlobs": "looking at photos without a daemon",
            "PhlistControl": "the client",
            "PhlistFormats": "lists as files",
            "PhlistHousehold": "what a record of the store says",
            "PhlistLog": "looking into a store without a daemon",
            "PhlistModel": "what a record of the store says",
            "PhlistSync": "reads a backup",
            "PhlistVocabulary": "what it has in common with other layers",
            "Synchronization": "a flag that a signal handler sets",
        ]),
        "PhlistTestKit": ImportRule(allowed: [
            "Foundation": "golden files",
            "Glibc": "a socket that answers by a script",
            "PhlistLog": "the file system in memory",
            "PhlistModel": "fixtures",
            "PhlistVocabulary": "what it has in common with other layers",
            "Synchronization": "state shared with the thread of that socket",
        ]),
        "PhlistSimulator": ImportRule(allowed: [
            "Crypto": "signatures that cost nothing",
            "HeapModule": "what happens next",
            "PhlistHousehold": "queries and commands",
            "PhlistLog": "the real log on a simulated disk",
            "PhlistModel": "values",
            "PhlistStore": "the real log behind a replica",
            "PhlistSync": "real replicas",
            "PhlistTestKit": "seeded randomness",
            "PhlistVocabulary": "what it has in common with other layers",
            "PhlistWitness": "judges what happened",
        ]),
        "PhlistWitness": ImportRule(allowed: [
            "PhlistModel": "four kinds of ids, each imported by name"
        ]),
        "phlist-sim": ImportRule(allowed: [
            "ArgumentParser": "options",
            "PhlistSimulator": "the simulator",
        ]),
        "phlist-load": ImportRule(allowed: [
            "ArgumentParser": "options",
            "Glibc": "one write for each acknowledgement",
            "PhlistControl": "the client",
            "PhlistVocabulary": "what it has in common with other layers",
        ]),
        "phlist-bench": ImportRule(allowed: [
            "ArgumentParser": "options",
            "CCRC32C": "the floor is the sum of the bytes",
            "CMalloc": "how much memory is in use",
            "Crypto": "the floor is the hash of the bytes; keys of devices",
            "Glibc": "the floor is one pwrite and one fdatasync",
            "PhlistControl": "asks the daemons that are measured",
            "PhlistHousehold": "what is measured",
            "PhlistLog": "what is measured",
            "PhlistModel": "what is measured",
            "PhlistPresentation": "what is measured",
            "PhlistStore": "what is measured",
            "PhlistSync": "what is measured",
            "PhlistTestKit": "seeded randomness",
            "PhlistVocabulary": "what it has in common with other layers",
        ]),
    ]

    /// The modules that a Swift text imports, with the line of each.
    static func imports(in text: String) -> [(line: Int, module: String)] {
        let statement =
            #/
            ^\s* (?: @\w+ (?: \([^)]*\) )? \s+ )*
            (?: (?: public | package | internal | fileprivate | private ) \s+ )?
            import \s+ (?: (?: struct | class | enum | protocol | func | var | let | typealias ) \s+ )? (\w+)
            /#
        return MaskedSource(text).codeLines.enumerated().compactMap { index, line in
            line.firstMatch(of: statement).map { (index + 1, String($0.1)) }
        }
    }

    /// The ids that the witness knows: it shares nothing else with what it judges.
    static let witnessIDs: Set<String> = ["BatchName", "DeviceID", "MemberID", "ScopeID"]

    /// The imports of a text that bring more than one of these ids by its name.
    private static func wideImports(in text: String) -> [Int] {
        MaskedSource(text).codeLines.enumerated().compactMap { index, line in
            guard let found = line.firstMatch(of: /\bimport\s+(?:struct\s+PhlistModel\.(\w+))?/) else { return nil }
            return found.1.map { witnessIDs.contains(String($0)) } ?? false ? nil : index + 1
        }
    }

    /// The imports of a file that its target may not have.
    static func findings(in file: SourceFile, rules: [String: ImportRule] = all) -> [String] {
        guard let target = file.target else { return [] }
        let forbidden = imports(in: file.text).filter { rules[target]?.allowed[$0.module] == nil }.map {
            file.finding(line: $0.line, "\(target) may not import \($0.module); see ImportRule.swift")
        }
        guard target == "PhlistWitness" else { return forbidden }
        let wide = wideImports(in: file.text)
        return forbidden + wide.map { file.finding(line: $0, "the witness imports single ids and nothing else") }
    }
}
