import Crypto
import NIOSSL
import PhlistControl
import PhlistHousehold
import PhlistPresentation
import PhlistWeb

/// The certificate that browsers are shown: that of a file that the configuration names, else one of this machine's
/// own authority, which is made when it is first needed.
struct WebCertificates {
    private let authorityFile: StateFile
    private let certificateFile: StateFile

    init(in directory: String) {
        authorityFile = StateFile("web-authority.pem", in: directory)
        certificateFile = StateFile("web-certificate.pem", in: directory)
    }

    /// Returns the authority of this machine; makes it if there is none.
    func authority(for deviceName: String) throws(ControlError) -> CertificateAuthority {
        if let credential = try Self.read(authorityFile) { return CertificateAuthority(credential) }
        let authority = try CertificateAuthority.make(for: deviceName)
        try authorityFile.replace(with: Array(try authority.credential.pem.utf8))
        return authority
    }

    /// Returns TLS with a certificate of the authority; the last one as long as it is good, so that a browser that was
    /// told to accept it goes on accepting it.
    func settings(
        of authority: CertificateAuthority,
        for identity: WebIdentity
    ) throws(ControlError) -> TLSConfiguration {
        let now = Now.read().wall
        // One that cannot be read is made anew.
        var credential = try? Self.read(certificateFile)
        if credential.map({ !authority.hasIssued($0, for: identity, now: now) }) ?? true {
            let new = try authority.issue(for: identity, now: now)
            try certificateFile.replace(with: Array(try new.pem.utf8))
            credential = new
        }
        guard let credential else { throw .unexpected }
        do {
            let certificates = try [credential, authority.credential]
                .map { try NIOSSLCertificate(bytes: $0.der, format: .der) }
            let key = try NIOSSLPrivateKey(bytes: Array(credential.key.derRepresentation), format: .der)
            return .makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) },
                privateKey: .privateKey(key)
            )
        } catch {
            throw ControlError(.internal, "the certificate cannot be used: \(error)")
        }
    }

    /// Returns TLS with the certificate of files, and when it ends, in milliseconds since 1970.
    func settings(
        certificatePath: String,
        keyPath: String
    ) throws(ControlError) -> (TLSConfiguration, expiresAt: Int64?) {
        let certificates: [NIOSSLCertificate]
        do {
            certificates = try NIOSSLCertificate.fromPEMFile(certificatePath)
        } catch {
            throw ControlError(.configuration, "\(certificatePath) holds no certificate in PEM, or cannot be read")
        }
        do {
            let key = try NIOSSLPrivateKey(file: keyPath, format: .pem)
            let tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) },
                privateKey: .privateKey(key)
            )
            return (tls, certificates.map { Int64($0.notValidAfter) * 1000 }.min())
        } catch {
            throw ControlError(.configuration, "\(keyPath) holds no key in PEM, or cannot be read")
        }
    }

    private static func read(_ file: StateFile) throws(ControlError) -> Credential? {
        guard let bytes = try file.read() else { return nil }
        do {
            return try Credential(pem: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw ControlError(
                .configuration,
                "\(file.path): \(error.message)",
                hint: "move the file away; phones then have to install the new certificate"
            )
        }
    }
}
