import CSodium

/// The prime-order group ristretto255 (RFC 9496), computed by libsodium in constant time.
enum Ristretto255 {
    /// The bytes of an encoded element, and of a scalar.
    static let size = 32
    /// The uniform bytes from which an element or a scalar is made without bias.
    static let uniformSize = 64

    enum Failure: Error, Equatable {
        /// libsodium could not be initialised on this machine.
        case unavailable
        /// The bytes are no element, or the result is the identity, which would be the same for every password.
        case invalidElement
    }

    /// libsodium picks its implementations in here, so this comes before every other call; lazy, hence once.
    private static let isReady = sodium_init() >= 0

    /// Maps uniform bytes to an element whose discrete logarithm nobody knows.
    static func element(fromUniform bytes: [UInt8]) throws(Failure) -> [UInt8] {
        guard isReady, bytes.count == uniformSize else { throw .unavailable }
        var element = [UInt8](repeating: 0, count: size)
        guard crypto_core_ristretto255_from_hash(&element, bytes) == 0 else { throw .invalidElement }
        return element
    }

    /// Reduces uniform bytes to a scalar below the order of the group.
    static func scalar(fromUniform bytes: [UInt8]) throws(Failure) -> [UInt8] {
        guard isReady, bytes.count == uniformSize else { throw .unavailable }
        var scalar = [UInt8](repeating: 0, count: size)
        crypto_core_ristretto255_scalar_reduce(&scalar, bytes)
        return scalar
    }

    /// Multiplies an element that may come from anybody; throws if it is none, or if the result is the identity.
    static func multiply(_ element: [UInt8], by scalar: [UInt8]) throws(Failure) -> [UInt8] {
        guard isReady else { throw .unavailable }
        guard element.count == size, scalar.count == size else { throw .invalidElement }
        // libsodium 1.0.18 overlooks the highest bit, and would take a second encoding of the same element.
        guard element[size - 1] & 0x80 == 0 else { throw .invalidElement }
        var product = [UInt8](repeating: 0, count: size)
        guard crypto_scalarmult_ristretto255(&product, scalar, element) == 0 else { throw .invalidElement }
        return product
    }
}
