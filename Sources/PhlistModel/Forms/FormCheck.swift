package import PhlistVocabulary
@_spi(_Unicode) import Swift

/// The reasons why a value does not fit a field of a form.
package enum FormFault: Error, Hashable, Sendable {
    /// The field is required and has no value.
    case missing
    /// There is a value, though the toggle with this name is off.
    case switchedOff(by: String)
    /// The value has more than letters and digits.
    case notAlphanumeric
    /// The value is not written `YYYY/MM/DD`.
    case notADate
    /// The value is written `YYYY/MM/DD`, but is not a date of the calendar.
    case noSuchDay
    /// A date of birth that is in the future, everywhere on earth.
    case inTheFuture
    /// A consent that was given before the date of birth, in the field with this name.
    case beforeBirth(String)
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
    /// - Parameters:
    ///   - texts: The values by field, as typed; a missing value is the same as an empty one.
    ///   - lastDay: The last day that is not in the future; nil for records that are saved already.
    /// - Returns: Either the value to store or a fault, for each field.
    package func check(_ texts: [EntityID: String], lastDay: CivilDate? = nil) -> FormCheck {
        var check = FormCheck()
        for field in fields {
            let text = texts[field.entity] ?? ""
            do throws(FormFault) {
                let value = try checked(text, of: field, among: texts)
                try checkLife(value, of: field, among: texts, lastDay: lastDay)
                check.values[field.entity] = value
            } catch {
                check.faults.append(FormFieldFault(field: field.entity, value: text, fault: error))
            }
        }
        return check
    }

    /// Whether a field counts: it has no toggle, or its toggle is on.
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

    /// Throws for a date of birth in the future, and for a consent that was given before it.
    private func checkLife(
        _ value: String,
        of field: FormFieldState,
        among texts: [EntityID: String],
        lastDay: CivilDate?
    ) throws(FormFault) {
        guard field.type == .date, let day = FormFieldState.day(value) else { return }
        if field.isDateOfBirth, let lastDay, lastDay < day { throw .inTheFuture }
        guard field.isConsentDate, let birth = fields.first(where: \.isDateOfBirth) else { return }
        guard let born = FormFieldState.day(texts[birth.entity]?.trimmed ?? ""), day < born else { return }
        throw .beforeBirth(birth.name)
    }
}

extension FormFieldState {
    /// The name by which a field is known to hold a date of birth: the one that the form for students gives it.
    ///
    /// A date of another name may be any day, since its meaning is not known.
    package static let dateOfBirth = "Date of Birth"
    /// The name by which a field is known to hold the date of a consent, which comes after the birth.
    package static let consentDate = "Consent Date"

    fileprivate var isDateOfBirth: Bool { type == .date && fold(name) == fold(Self.dateOfBirth) }
    fileprivate var isConsentDate: Bool { type == .date && fold(name) == fold(Self.consentDate) }

    /// The stored value of a toggle that is on.
    package static let on = "on"
    package static let off = "off"

    /// Returns a value as it is stored, trimmed: a choice as the form spells it, a toggle as on or off.
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
        guard text.hasShape(dayExample) else { throw .notADate }
        guard day(text) != nil else { throw .noSuchDay }
        return text
    }

    private static let dayExample = "0000/00/00"

    /// Returns the day of a text `YYYY/MM/DD`; nil for any other text.
    fileprivate static func day(_ text: String) -> CivilDate? {
        text.hasShape(dayExample) ? CivilDate(text.replacing("/", with: "-")) : nil
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
