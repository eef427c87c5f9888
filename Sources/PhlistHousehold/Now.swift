/// A reading of both clocks by the shell.
package struct Now: Hashable, Sendable {
    /// Milliseconds of a clock that never steps back and does not stop while the machine sleeps.
    package var monotonic: Int64
    /// Milliseconds since 1970 by the machine's clock, which may be wrong.
    package var wall: Int64

    package init(monotonic: Int64, wall: Int64) {
        self.monotonic = monotonic
        self.wall = wall
    }
}
