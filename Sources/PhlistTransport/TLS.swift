import NIOCore
import NIOSSL

/// Creates the TLS handlers of connections.
struct TLS {
    private let configuration: TransportConfiguration

    init(_ configuration: TransportConfiguration) {
        self.configuration = configuration
    }

    /// Creates a handler that completes a handshake only with a peer that `judge` accepts.
    ///
    /// Each connection gets its own context, and so its own keys for session tickets. With a shared context a peer
    /// could resume an earlier session without a call of `judge`.
    func handler(
        _ direction: Direction,
        judge: @escaping ([NIOSSLCertificate]) -> NIOSSLVerificationResult
    ) throws -> NIOSSLHandler {
        let callback: NIOSSLCustomVerificationCallback = { $1.succeed(judge($0)) }
        let letter = configuration.letter()
        let certificate = NIOSSLCertificateSource.certificate(
            try configuration.identity.certificate(carrying: letter)
        )
        switch direction {
        case .inbound:
            let context = try NIOSSLContext(
                configuration: settings(
                    .makeServerConfiguration(
                        certificateChain: [certificate],
                        privateKey: .privateKey(configuration.identity.certificateKey)
                    ),
                    certificate
                )
            )
            return NIOSSLServerHandler(context: context, customVerificationCallback: callback)
        case .outbound:
            let context = try NIOSSLContext(configuration: settings(.makeClientConfiguration(), certificate))
            return try NIOSSLClientHandler(
                context: context,
                serverHostname: nil,
                customVerificationCallback: callback
            )
        }
    }

    private func settings(_ base: TLSConfiguration, _ certificate: NIOSSLCertificateSource) -> TLSConfiguration {
        var settings = base
        settings.certificateChain = [certificate]
        settings.privateKey = .privateKey(configuration.identity.certificateKey)
        settings.minimumTLSVersion = .tlsv13
        settings.maximumTLSVersion = .tlsv13
        // With `.none` a server does not request a certificate, and the callback is not called.
        settings.certificateVerification = .noHostnameVerification
        settings.trustRoots = .certificates([])
        settings.verifySignatureAlgorithms = [.ecdsaSecp256R1Sha256]
        settings.signingSignatureAlgorithms = [.ecdsaSecp256R1Sha256]
        settings.applicationProtocols = [configuration.applicationProtocol]
        settings.shutdownTimeout = configuration.limits.closeTimeout
        return settings
    }
}
