package import PhlistModel

/// A version of the replicated model: what a device makes of the ops that it stores and relays.
package struct ModelVersion: Sendable {
    /// States of different versions are not compared.
    package let number: UInt64
    /// Reads ops; what it cannot read is kept until another version can.
    let decode: ScopeState.Decoder

    /// The version that this code writes.
    package static let current = ModelVersion(number: 1) { batch throws(CodecError) in try batch.decodedOps() }

    /// Creates a version; simulations mix those of several years.
    package init(number: UInt64, decode: @escaping ScopeState.Decoder) {
        self.number = number
        self.decode = decode
    }
}
