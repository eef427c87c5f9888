/// Two digests of what a device holds of a scope, or of all that two devices share.
///
/// Equal vectors imply equal states, unless phlist has a bug.
package struct Holding: Hashable, Sendable {
    /// The digest of the version vector.
    package var vector: UInt128
    /// The digest of the state.
    package var state: UInt128

    package init(vector: UInt128, state: UInt128) {
        (self.vector, self.state) = (vector, state)
    }
}
