import Foundation
import Testing

/// What lets a device in must not be where others can read it.
struct SecretTests {
    @Test(arguments: [["pair", "--json"], ["pair", "--ticket", "--json"]])
    func `neither code nor ticket nor key is in arguments, environments, logs or files`(_ pair: [String]) throws {
        let (ann, ben) = (try Home(), try Home())
        let pairing = try Terminal(
            Program.path("phlistctl"),
            pair,
            environment: ann.environment,
            directory: ann.directory
        )
        try pairing.expect("\"state\":\"open\"")
        let opened = pairing.transcript
        let secret = String(try #require(opened.firstMatch(of: /"(?:code|ticket)":"([^"]+)"/)?.1))
        let port = try #require(opened.firstMatch(of: /"port":(\d+)/)?.1)
        let secrets = Self.forms(of: secret) + (try [ann, ben].map(Self.key))
        // While the code is open, and once more when it was used; the file with the ticket is the reader's own affair.
        try Self.expectNone(of: secrets, in: Self.commandLines() + Self.files(of: [ann, ben]))
        let options = secret.count == 9 ? [] : ["--ticket-file", "-"]
        let joined = try ben.phlistctl(["join", "--host", "127.0.0.1:\(port)"] + options, input: "\(secret)\n")
        #expect(joined.status == 0, "\(joined.transcript)")
        #expect(try pairing.wait() == 0)
        try FileManager.default.removeItem(atPath: "\(ben.directory)/input")
        try Self.expectNone(of: secrets, in: Self.commandLines() + Self.files(of: [ann, ben]))
        #expect(try ben("status", "--json").output.contains("\"deviceCount\":2"))
    }

    /// The ways in which a code or ticket could be written down.
    private static func forms(of secret: String) -> [Data] {
        let digits = secret.drop { $0 != ":" }.dropFirst()
        guard !digits.isEmpty else {
            let parts = stride(from: 0, to: 9, by: 3).map { secret.dropFirst($0).prefix(3) }
            return [secret, parts.joined(separator: " "), parts.joined(separator: "-")].map { Data($0.utf8) }
        }
        let bytes = stride(from: 0, to: 32, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
        return [Data(digits.prefix(32).utf8), Data(bytes), Data(bytes).base64EncodedData().prefix(21)]
    }

    private static func key(of home: Home) throws -> Data {
        try Data(contentsOf: URL(filePath: "\(home.directory)/state/device.key"))
    }

    /// A text or file in which nothing secret may be.
    private struct Place {
        var name: String
        var bytes: Data
    }

    /// Arguments and environments of all processes that we may look at.
    private static func commandLines() throws -> [Place] {
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
        return processes.flatMap { ["\($0)/cmdline", "\($0)/environ"] }.compactMap { name in
            (try? Data(contentsOf: URL(filePath: "/proc/\(name)"))).map { Place(name: name, bytes: $0) }
        }
    }

    /// Everything below the homes but the keys themselves.
    private static func files(of homes: [Home]) throws -> [Place] {
        var places: [Place] = []
        for home in homes {
            let names = FileManager.default.enumerator(atPath: home.directory)?.compactMap { $0 as? String } ?? []
            #expect(names.contains("log") && names.contains("state/phlist.log"))
            for name in names where name != "state/device.key" {
                let url = URL(filePath: "\(home.directory)/\(name)")
                guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false else { continue }
                places.append(Place(name: name, bytes: try Data(contentsOf: url)))
            }
        }
        return places
    }

    private static func expectNone(of secrets: [Data], in places: [Place]) throws {
        for place in places {
            #expect(!secrets.contains { place.bytes.range(of: $0) != nil }, "in \(place.name)")
        }
    }
}
