/// Everything that a value holds, its private parts included, as text: equal values have equal texts, whatever the
/// order of hashing.
///
/// - Parameters:
///   - value: The value.
///   - hidden: Names of properties that are left out, wherever they are.
/// - Returns: The text.
package func fullText(of value: Any, leavingOut hidden: Set<String> = []) -> String {
    if let bytes = value as? [UInt8] { return bytes.hex }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return "\(value)" }
    let parts = mirror.children.filter { !hidden.contains($0.label ?? "") }.map { child in
        (child.label.map { "\($0): " } ?? "") + fullText(of: child.value, leavingOut: hidden)
    }
    switch mirror.displayStyle {
    case .dictionary, .set: return "{\(parts.sorted().joined(separator: ", "))}"
    default: return "(\(parts.joined(separator: ", ")))"
    }
}
