/// One field with the values that compete for it; the first is the one that is shown.
package struct ConflictView: Codable, Sendable, Equatable {
    package var field: String
    package var values: [Value]

    /// One of the competing values, with who wrote it and when.
    package struct Value: Codable, Sendable, Equatable {
        package var value: String
        package var by: String?
        package var at: Int64
        /// The name of the device where it was written.
        package var device: String?

        /// Creates a competing value.
        package init(value: String, by: String?, at: Int64, device: String? = nil) {
            self.value = value
            self.by = by
            self.at = at
            self.device = device
        }
    }

    /// Creates a conflict.
    package init(field: String, values: [Value]) {
        self.field = field
        self.values = values
    }
}
