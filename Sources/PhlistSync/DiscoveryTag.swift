import Crypto

/// How members recognise each other's announcements, while others see random numbers.
package enum DiscoveryTag {
    /// The first eight bytes of HMAC-SHA256 over the announcement's nonce, by the household's secret.
    package static func make(key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: nonce, using: SymmetricKey(data: key)).prefix(8))
    }
}
