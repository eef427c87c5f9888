import PhlistSync

/// The data that handshakes need, on any thread.
struct Entrance: Sendable {
    /// The policy for incoming connections.
    var door: Door
    /// The letter that this device shows to others.
    var letter: [UInt8]
}
