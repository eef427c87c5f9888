import PhlistHousehold
import PhlistModel

/// The text form of a position in the history: `SCOPE.BATCHES.PASSED`, with hyphens between the scopes.
extension HistoryPosition {
    var token: String {
        cursors.sorted { $0.key < $1.key }
            .map { "\($0.key).\($0.value.batchCount).\($0.value.passedCount)" }
            .joined(separator: "-")
    }

    /// Parses a token; nil for anything else.
    init?(token: String) {
        var cursors: [ScopeID: HistoryCursor] = [:]
        for part in token.split(separator: "-", omittingEmptySubsequences: false) {
            let fields = part.split(separator: ".", omittingEmptySubsequences: false)
            guard fields.count == 3, let scope = ScopeID(letters: String(fields[0])), let batchCount = Int(fields[1]),
                let passedCount = Int(fields[2]), batchCount >= 0, passedCount >= 0
            else { return nil }
            cursors[scope] = HistoryCursor(batchCount: batchCount, passedCount: passedCount)
        }
        self.init(cursors: cursors)
    }
}
