@_spi(_Unicode) import Swift

/// The key of a form's record, such as a student's number.
package enum RecordKey {
    /// Returns the entity of a key: two devices that save the same record concurrently save one.
    ///
    /// The first eight bytes of SHA-256(form ‖ key), the key without blanks around it, in Unicode's form NFC, and in
    /// lower case as far as ASCII goes. This rule stays, even if later versions compare keys differently.
    ///
    /// - Parameters:
    ///   - form: The list that holds the records.
    ///   - key: The key as it was typed.
    /// - Returns: The record's entity, the same on every device.
    package static func entity(form: ScopeID, key: String) -> EntityID {
        EntityID(hashing: form.bytes + Array(folded(key).utf8))
    }

    private static func folded(_ key: String) -> String {
        let scalars = Array(key._nfc).drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        var folded = String.UnicodeScalarView()
        for scalar in scalars {
            let isCapital = ("A"..."Z").contains(scalar)
            folded.append(isCapital ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20) : scalar)
        }
        return String(folded)
    }

    /// The white space of Unicode 16, spelt out, so that no later edition changes the meaning of a key.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
