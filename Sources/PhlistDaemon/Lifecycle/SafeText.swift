import PhlistControl

extension String {
    /// The text with an escape for every character that a terminal could take for a command, or that would start a new
    /// line.
    var withoutCommands: String {
        guard unicodeScalars.contains(where: \.isUnsafeOnTerminals) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isUnsafeOnTerminals ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}
