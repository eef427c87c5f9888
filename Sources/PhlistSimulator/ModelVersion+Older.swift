import PhlistHousehold
import PhlistModel

extension ModelVersion {
    /// A version that does not know quantities.
    static let older = ModelVersion(number: 0) { batch throws(CodecError) in
        let ops = try batch.decodedOps()
        for case .write(_, let fields) in ops where fields.contains(where: { $0.field == .quantity }) {
            throw .badValue("a field of a later version")
        }
        return ops
    }
}
