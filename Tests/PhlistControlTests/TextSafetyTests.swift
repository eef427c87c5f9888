import PhlistControl
import Testing

/// Which characters never reach a terminal from data.
struct TextSafetyTests {
    /// UAX #9, explicit directional embeddings, overrides and isolates, with the characters that end them.
    static let directional: Set<UInt32> = Set(0x202A...0x202E).union(0x2066...0x2069)

    @Test func `controls, separators and directional formatting are unsafe and nothing else is`() {
        let wrong = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            let expected: Bool =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                default: Self.directional.contains(scalar.value)
                }
            return scalar.isUnsafeOnTerminals != expected
        }
        #expect(wrong.isEmpty)
    }
}
