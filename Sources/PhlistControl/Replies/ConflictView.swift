/// A field with its competing values, the one shown first.
package struct ConflictView: Codable, Sendable, Equatable {
    package var field: String
    package var values: [Value]

    /// A competing value, with its author and time.
    package struct Value: Codable, Sendable, Equatable {
        package var value: String
        package var by: String?
        package var at: Int64
        /// The name of the device where it was written.
        package var device: String?

        package init(value: String, by: String?, at: Int64, device: String? = nil) {
            self.value = value
            self.by = by
            self.at = at
            self.device = device
        }
    }

    package init(field: String, values: [Value]) {
        self.field = field
        self.values = values
    }
}
