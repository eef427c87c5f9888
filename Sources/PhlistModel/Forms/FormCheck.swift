import PhlistVocabulary
@_spi(_Unicode) import Swift

/// The reasons why a value does not fit a field of a form.
package enum FormFault: Error, Hashable, Sendable {
    /// The field is required and has no value.
    case missing
    /// There is a value, though the switch with this name is off.
    case switchedOff(by: String)
    /// The value has more than letters and digits.
    case notAlphanumeric
    /// The value is not written `YYYY/MM/DD`.
    case notADate
    /// The value is written `YYYY/MM/DD`, but is not a date of the calendar.
    case noSuchDay
    case notAChoice([String])
    /// The value is neither on nor off.
    case notAToggle
    case tooLong(bytes: Int, bytesMax: Int)
    /// The value has a line break or another control character.
    case controlCharacter
}

/// A field with the value that does not fit and the reason.
package struct FormFieldFault: Hashable, Sendable {
    package var field: EntityID
    package var value: String
    package var fault: FormFault
}

/// The result of checking values.
package struct FormCheck: Hashable, Sendable {
    /// The values that fit, as they are stored.
    package var values: [EntityID: String] = [:]
    /// The values that do not fit, in the order of the fields.
    package var faults: [FormFieldFault] = []
}

extension FormState {
    /// Checks the values of a whole record.
    ///
    /// - Parameter texts: The values by field, as typed; a missing value is the same as an empty one.
    /// - Returns: Either the value to store or a fault, for each field.
    package func check(_ texts: [EntityID: String]) -> FormCheck {
        var check = FormCheck()
        for field in fields {
            let text = texts[field.entity] ?? ""
            do throws(FormFault) {
                check.values[field.entity] = try checked(text, of: field, among: texts)
            } catch {
                check.faults.append(FormFieldFault(field: field.entity, value: text, fault: error))
            }
        }
        return check
    }

    /// Whether a field counts: it has no switch, or its switch is on.
    package func isActive(_ field: FormFieldState, among texts: [EntityID: String]) -> Bool {
        guard let gate = gate(of: field) else { return true }
        return (try? gate.normalized(texts[gate.entity] ?? "")) == FormFieldState.on
    }

    private func checked(
        _ text: String,
        of field: FormFieldState,
        among texts: [EntityID: String]
    ) throws(FormFault) -> String {
        let isKey = field.entity == keyField?.entity
        guard isActive(field, among: texts) else {
            guard text.allSatisfy(\.isWhitespace) else { throw .switchedOff(by: gate(of: field)?.name ?? "") }
            return ""
        }
        let value = try field.normalized(text)
        guard !value.isEmpty || !(field.isRequired || isKey) else { throw .missing }
        let bytesMax = isKey ? Limits.recordKeyBytesMax : Limits.recordValueBytesMax
        guard value.utf8.count <= bytesMax else { throw .tooLong(bytes: value.utf8.count, bytesMax: bytesMax) }
        return value
    }
}

extension FormFieldState {
    /// The stored value of a switch that is on.
    package static let on = "on"
    package static let off = "off"

    /// Returns a value as it is stored, trimmed: a choice as the form spells it, a switch as on or off.
    ///
    /// An empty value fits every type.
    package func normalized(_ text: String) throws(FormFault) -> String {
        let text = text.trimmed
        guard !text.unicodeScalars.contains(where: \.isControl) else { throw .controlCharacter }
        guard !text.isEmpty else { return "" }
        switch type {
        case .text: return text
        case .alphanumeric: return try Self.alphanumeric(text)
        case .date: return try Self.date(text)
        case .choice:
            guard let choice = choices.first(where: { $0 == text }) ?? choices.first(where: { fold($0) == fold(text) })
            else { throw .notAChoice(choices) }
            return choice
        case .toggle: return try Self.toggle(text)
        }
    }

    /// Letters and decimal digits of any script, with the marks that belong to letters, in composed form (NFC).
    private static func alphanumeric(_ text: String) throws(FormFault) -> String {
        let composed = Array(text._nfc)
        guard composed.first?.isMark == false, composed.allSatisfy({ $0.isLetterOrDigit || $0.isMark }) else {
            throw .notAlphanumeric
        }
        var value = String.UnicodeScalarView()
        value.append(contentsOf: composed)
        return String(value)
    }

    private static func date(_ text: String) throws(FormFault) -> String {
        let digits = text.utf8.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) ? UInt8(ascii: "d") : $0 }
        guard digits.elementsEqual("dddd/dd/dd".utf8) else { throw .notADate }
        let numbers = text.split(separator: "/").compactMap { Int($0) }
        guard CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) != nil else { throw .noSuchDay }
        return text
    }

    private static func toggle(_ text: String) throws(FormFault) -> String {
        switch String(decoding: fold(text).utf8, as: UTF8.self) {
        case "on", "yes", "true": return on
        case "off", "no", "false": return off
        default: throw .notAToggle
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        default: false
        }
    }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
