import CSodium

/// The prime-order group ristretto255 (RFC 9496), computed by libsodium in constant time.
enum Ristretto255 {
    /// The size of an encoded element, and of a scalar, in bytes.
    static let size = 32
    /// The number of uniform bytes from which an element or a scalar is made without bias.
    static let uniformSize = 64

    enum Failure: Error, Equatable {
        /// libsodium could not be initialised on this machine.
        case unavailable
        /// The bytes are not an element, or the result is the identity, which would be the same for every password.
        case invalidElement
    }

    /// Initialises libsodium, which must come before every other call; lazy, hence done once.
    private static let isReady = sodium_init() >= 0

    /// Maps uniform bytes to an element with unknown discrete logarithm.
    static func element(fromUniform bytes: [UInt8]) throws(Failure) -> [UInt8] {
        guard isReady, bytes.count == uniformSize else { throw .unavailable }
        var element = [UInt8](repeating: 0, count: size)
        guard crypto_core_ristretto255_from_hash(&element, bytes) == 0 else { throw .invalidElement }
        return element
    }

    /// Reduces uniform bytes to a scalar less than the order of the group.
    static func scalar(fromUniform bytes: [UInt8]) throws(Failure) -> [UInt8] {
        guard isReady, bytes.count == uniformSize else { throw .unavailable }
        var scalar = [UInt8](repeating: 0, count: size)
        crypto_core_ristretto255_scalar_reduce(&scalar, bytes)
        return scalar
    }

    /// Multiplies an untrusted element; throws if it is not an element, or if the result is the identity.
    static func multiply(_ element: [UInt8], by scalar: [UInt8]) throws(Failure) -> [UInt8] {
        guard isReady else { throw .unavailable }
        guard element.count == size, scalar.count == size else { throw .invalidElement }
        // libsodium 1.0.18 ignores the highest bit, and would accept a second encoding of the same element.
        guard element[size - 1] & 0x80 == 0 else { throw .invalidElement }
        var product = [UInt8](repeating: 0, count: size)
        guard crypto_scalarmult_ristretto255(&product, scalar, element) == 0 else { throw .invalidElement }
        return product
    }
}
