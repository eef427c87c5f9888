/// A reading of both clocks, taken by the shell.
package struct Now: Hashable, Sendable {
    /// Milliseconds that never step back and do not stop while the machine sleeps.
    package var monotonic: Int64
    /// Milliseconds since 1970, as wrong as the machine's clock.
    package var wall: Int64

    /// Creates a reading.
    package init(monotonic: Int64, wall: Int64) {
        self.monotonic = monotonic
        self.wall = wall
    }
}
