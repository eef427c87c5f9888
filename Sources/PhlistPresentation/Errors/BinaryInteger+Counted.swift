extension BinaryInteger {
    /// Returns a number with its noun, for example `1 list`, `2 lists`.
    func counted(_ thing: String) -> String { "\(self) \(thing)\(self == 1 ? "" : "s")" }
}
