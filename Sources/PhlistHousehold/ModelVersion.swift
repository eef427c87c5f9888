package import PhlistModel

/// A version of the replicated model, which interprets the ops that a device stores and relays.
package struct ModelVersion: Sendable {
    /// States of different versions are not compared.
    package let number: UInt64
    /// Decodes ops; undecodable ones are kept until another version can read them.
    let decode: ScopeState.Decoder

    /// The version that this code writes.
    package static let current = ModelVersion(number: 1) { batch throws(CodecError) in try batch.decodedOps() }

    /// Creates a version; simulations mix several.
    package init(number: UInt64, decode: @escaping ScopeState.Decoder) {
        self.number = number
        self.decode = decode
    }
}
