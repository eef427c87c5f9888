/// Returns the contents of a value as text, private properties included; equal values have equal texts, whatever the
/// order of hashing.
///
/// - Parameters:
///   - value: The value.
///   - hidden: Names of properties to leave out at any depth.
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
