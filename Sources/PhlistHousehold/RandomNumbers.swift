package import PhlistModel

/// The shell's generator of random numbers, which simulations seed.
package typealias RandomSource = any RandomNumberGenerator & Sendable

/// Random numbers wider than those of a generator.
extension RandomNumberGenerator {
    package mutating func next128() -> UInt128 {
        UInt128(next()) << 64 | UInt128(next())
    }

    package mutating func discoveryKey() -> DiscoveryKey {
        DiscoveryKey(next128(), next128())
    }
}
