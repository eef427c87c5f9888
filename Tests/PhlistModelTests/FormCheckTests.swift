import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// What values fit the fields of a form.
struct FormCheckTests {
    private static func field(
        _ type: FormFieldType,
        _ number: UInt64 = 2,
        isRequired: Bool = false,
        choices: [String] = [],
        gate: UInt64? = nil
    ) -> FormFieldState {
        FormFieldState(
            entity: EntityID(rawValue: number),
            name: "field \(number)",
            type: type,
            isRequired: isRequired,
            choices: choices,
            gate: gate.map { EntityID(rawValue: $0) }
        )
    }

    private static func form(_ fields: FormFieldState...) -> FormState {
        FormState(scope: ScopeID(rawValue: 1), fields: [field(.alphanumeric, 1)] + fields)
    }

    private static func faults(_ form: FormState, _ texts: [UInt64: String]) -> [UInt64: FormFault] {
        let texts = Dictionary(uniqueKeysWithValues: texts.map { (EntityID(rawValue: $0), $1) })
        let faults = form.check(texts).faults.map { ($0.field.rawValue, $0.fault) }
        return Dictionary(uniqueKeysWithValues: faults)
    }

    // MARK: Dates

    /// The days of some years, counted from one to the next as a calendar on the wall does.
    private static func days(from first: Int, through last: Int) -> Set<String> {
        var days: Set<String> = []
        for year in first...last {
            let isLeap = ((year % 4 == 0) != (year % 100 == 0)) != (year % 400 == 0)
            for (month, count) in zip(1..., [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                days.formUnion((1...count).map { text(year, month, $0) })
            }
        }
        return days
    }

    private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
        [(year, 4), (month, 2), (day, 2)].map { number, width in
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }.joined(separator: "/")
    }

    @Test(arguments: [1...1, 1896...1904, 1999...2001, 2098...2101, 9999...9999])
    func `a date is any day of the calendar, and no other`(years: ClosedRange<Int>) {
        let dates = years.flatMap { year in
            (0...13).flatMap { month in (0...32).map { Self.text(year, month, $0) } }
        }
        let taken = dates.filter { (try? Self.field(.date).normalized($0)) == $0 }
        #expect(Set(taken) == Self.days(from: years.lowerBound, through: years.upperBound))
    }

    @Test(arguments: [
        "2010-05-17", "2010/5/17", "2010/05/7", "10/05/2017", "17.05.2010", "20100517", "02010/05/17", "2010/05/17/",
        "2010/05/17 12:00", "today", "２０１０/05/17", "+010/05/17", "2010/ 5/17", "/2010/05/17",
        "dddd/dd/dd",
    ])
    func `a date is written with slashes, four digits and twice two`(text: String) {
        #expect(throws: FormFault.notADate) { try Self.field(.date).normalized(text) }
    }

    // MARK: Other types

    @Test(arguments: ["S17", "17", "Ä1", "学生17", "e\u{301}1", " S17 ", "ก้1"])
    func `letters and digits of any script are alphanumeric`(text: String) throws {
        let value = try Self.field(.alphanumeric).normalized(text)
        #expect(value == text.filter { $0 != " " })
        #expect(try Self.field(.alphanumeric).normalized(value) == value)
    }

    @Test(arguments: ["S-17", "S 17", "S_17", "17.", "½", "²", "Ⅷ", "😀", "\u{301}S", "S17\u{200B}", "#1", "S/17"])
    func `nothing else is alphanumeric`(text: String) {
        #expect(throws: FormFault.notAlphanumeric) { try Self.field(.alphanumeric).normalized(text) }
    }

    @Test func `a choice is stored as the form spells it`() throws {
        let field = Self.field(.choice, choices: ["Français", "ENGLISH", "english", "Deutsch"])
        let cases = ["francais": "Français", " FRANÇAIS ": "Français", "english": "english", "English": "ENGLISH"]
        for (text, choice) in cases {
            #expect(try field.normalized(text) == choice)
        }
        #expect(throws: FormFault.notAChoice(field.choices)) { try field.normalized("Deutsc") }
    }

    @Test(arguments: [("on", "on"), ("YES", "on"), ("true", "on"), ("Off", "off"), ("no", "off"), ("false", "off")])
    func `a switch is on or off in a few words`(text: String, value: String) throws {
        #expect(try Self.field(.toggle).normalized(text) == value)
        #expect(throws: FormFault.notAToggle) { try Self.field(.toggle).normalized(text + "1") }
    }

    @Test(arguments: [FormFieldType.text, .alphanumeric, .date, .choice, .toggle])
    func `control characters fit no type, and nothing at all fits every one`(type: FormFieldType) throws {
        for text in ["a\u{1B}[2J", "a\nb", "\u{7}", "a\u{2028}b", "a\u{0}"] {
            #expect(throws: FormFault.controlCharacter) { try Self.field(type).normalized(text) }
        }
        #expect(try Self.field(type).normalized(" \t") == "")
    }

    // MARK: Whole records

    @Test func `every field that is wrong is told at once, in the order of the form`() {
        let form = Self.form(Self.field(.date, 2, isRequired: true), Self.field(.text, 3, isRequired: true))
        let check = form.check([EntityID(rawValue: 2): "2010/02/30"])
        #expect(check.faults.map(\.field.rawValue) == [1, 2, 3])
        #expect(check.faults.map(\.fault) == [.missing, .noSuchDay, .missing])
    }

    @Test func `a field behind a switch is required while it is on, and empty while it is off`() {
        let form = Self.form(Self.field(.toggle, 2), Self.field(.alphanumeric, 3, isRequired: true, gate: 2))
        for off in ["", "off", "no", "maybe"] {
            #expect(Self.faults(form, [1: "k", 2: off])[3] == nil)
            #expect(Self.faults(form, [1: "k", 2: off, 3: "7"])[3] == .switchedOff(by: "field 2"))
        }
        #expect(Self.faults(form, [1: "k", 2: "on"]) == [3: .missing])
        #expect(Self.faults(form, [1: "k", 2: "yes", 3: "7"]) == [:])
        #expect(Self.faults(form, [1: "k", 2: "yes", 3: "7-"]) == [3: .notAlphanumeric])
    }

    @Test func `a switch that is gone, or is none, turns nothing off`() {
        for gate in [Self.field(.text, 2), Self.field(.toggle, 4)] {
            let form = Self.form(gate, Self.field(.text, 3, isRequired: true, gate: 2))
            #expect(Self.faults(form, [1: "k"]) == [3: .missing])
        }
    }

    @Test func `values and keys are as long as they may be, and no longer`() {
        let form = Self.form(Self.field(.text, 2))
        let value = String(repeating: "ä", count: Limits.recordValueBytesMax / 2)
        let key = String(repeating: "k", count: Limits.recordKeyBytesMax)
        #expect(Self.faults(form, [1: key, 2: value]) == [:])
        let long =
            [
                1: FormFault.tooLong(bytes: 65, bytesMax: 64), 2: .tooLong(bytes: 1025, bytesMax: 1024),
            ] as [UInt64: FormFault]
        #expect(Self.faults(form, [1: key + "k", 2: value + "a"]) == long)
    }

    /// A form with fields of every type, and texts of which many fit.
    private static func drawn(_ seed: UInt64) -> (form: FormState, texts: [EntityID: String]) {
        var random = SeededRandom(seed: seed)
        let types: [FormFieldType] = [.text, .alphanumeric, .date, .choice, .toggle]
        let pool = ["", " ", "on", "Off", "2012/02/29", "2013/02/29", "a b", "ab", "É", "e\u{301}", "x\u{1}", "no"]
        var fields = [field(.alphanumeric, 1)]
        for number in 2..<UInt64(8) {
            fields.append(
                field(
                    types[random.number(below: types.count)],
                    number,
                    isRequired: random.happens(percent: 50),
                    choices: ["É", "a b"],
                    gate: random.happens(percent: 40) ? UInt64(random.number(below: 9)) : nil
                )
            )
        }
        let texts = fields.map { ($0.entity, pool[random.number(below: pool.count)]) }
        return (FormState(scope: ScopeID(rawValue: 1), fields: fields), Dictionary(uniqueKeysWithValues: texts))
    }

    @Test(arguments: 0..<UInt64(500))
    func `each field has a value or a fault, and values that fit fit again, as they are`(seed: UInt64) {
        let (form, texts) = Self.drawn(seed)
        let check = form.check(texts)
        let named = Set(check.values.keys).union(check.faults.map(\.field))
        #expect(named == Set(form.fields.map(\.entity)))
        #expect(check.values.count + check.faults.count == form.fields.count)
        guard check.faults.isEmpty else { return }
        #expect(form.check(check.values) == check)
    }

    // MARK: Names and bytes

    @Test func `a field answers to its name without case, accents and blanks`() {
        let form = FormState(
            scope: ScopeID(rawValue: 1),
            fields: zip(1..., ["Date of Birth", "A-B", "a b", "École"]).map { number, name in
                FormFieldState(entity: EntityID(rawValue: number), name: name, type: .text)
            }
        )
        let found = ["date-of-birth", "DATE OF_BIRTH", "a-b", "A B", "a_b", "ecole", "Dateofbirth"].map {
            form.fields(named: $0).map(\.entity.rawValue)
        }
        #expect(found == [[1], [1], [2], [3], [2, 3], [4], []])
    }

    @Test(arguments: [[], ["a"], ["", "ä b", "x"], Array(repeating: String(repeating: "c", count: 128), count: 256)])
    func `choices come back from their bytes, and from fewer those before the cut`(choices: [String]) {
        let bytes = FormChoices.encode(choices)
        #expect(bytes.count < Limits.opBytesMax)
        #expect(FormChoices.decode(bytes) == choices)
        for count in bytes.indices.prefix(300) {
            let cut = FormChoices.decode(Array(bytes[..<count]))
            #expect(choices.starts(with: cut) && cut.count < max(1, choices.count))
        }
    }

    @Test(arguments: 0..<UInt64(100))
    func `the writes of a field make exactly that field`(seed: UInt64) {
        var device = Writer.device(1)
        var old: FormFieldState?
        for number in 0..<3 {
            let (form, _) = Self.drawn(seed &* 3 &+ UInt64(number))
            // Type and place are what a field keeps.
            let drawn = form.fields[2]
            let field = FormFieldState(
                entity: EntityID(rawValue: 3),
                name: "name \(seed % 3 + UInt64(number) / 2)",
                type: old?.type ?? drawn.type,
                isRequired: drawn.isRequired,
                choices: drawn.isRequired ? drawn.choices : [],
                gate: drawn.gate.flatMap { $0 == .root ? nil : $0 },
                key: [7]
            )
            let writes = field.writes(since: old)
            if !writes.isEmpty { device.act([.write(field.entity, writes)]) }
            #expect(device.state.entry(of: field.entity).map { FormFieldState(field.entity, $0) } == field)
            #expect(field.writes(since: field).isEmpty)
            old = field
        }
    }
}
