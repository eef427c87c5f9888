import PhlistModel

/// Larger random numbers than a generator gives.
extension RandomNumberGenerator {
    mutating func next128() -> UInt128 {
        UInt128(next()) << 64 | UInt128(next())
    }

    mutating func discoveryKey() -> DiscoveryKey {
        DiscoveryKey(next128(), next128())
    }
}
