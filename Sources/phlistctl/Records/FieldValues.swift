import PhlistControl

/// Parses values given as `FIELD=VALUE`.
enum FieldValues {
    /// Returns the values by field name, which ends at the first "=".
    static func parse(_ arguments: [String]) throws -> [String: String] {
        var values: [String: String] = [:]
        for argument in arguments {
            let (name, value) = try pair(argument, like: "FIELD=VALUE")
            guard values.updateValue(value, forKey: name) == nil else {
                throw ControlError(.usage, "\"\(name)\" is given twice")
            }
        }
        return values
    }

    /// Returns the two sides of the first "="; an error for anything else shows the expected shape.
    static func pair(_ argument: String, like shape: String) throws -> (name: String, value: String) {
        guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else {
            throw ControlError(
                .usage,
                "\"\(argument)\" is not \(shape)",
                hint: "a name with spaces needs quotes, or hyphens for its spaces: date-of-birth=…"
            )
        }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }
}
