import PhlistControl
import PhlistTestKit
import PhlistWeb
import Testing

/// Codes with which phones get in.
@Suite struct EntryCodesTests {
    private static let minute: Int64 = 60_000
    private let start: Int64 = 1_795_795_200_000

    private func code(_ seed: UInt64) -> EntryCode {
        var random = SeededRandom(seed: seed)
        return EntryCode(using: &random)
    }

    @Test func `a code is read however people type it`() {
        for seed in 0..<500 {
            let code = code(UInt64(seed))
            let typed = [
                code.compact, "\(code)", "\(code)".lowercased(),
                " \(code.compact.map(String.init).joined(separator: " ")) ",
                "\(code)".replacing("0", with: "o").replacing("1", with: seed.isMultiple(of: 2) ? "l" : "I"),
            ]
            for text in typed { #expect(EntryCode(text) == code, "\(text)") }
            #expect("\(code)".wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/) != nil)
        }
    }

    @Test(arguments: [
        "", "K7QM", "K7QM2XWPA", "K7QM-2XWU", "K7QM_2XWP", "ＡＢＣＤ-2XWP", String(repeating: "0", count: 100_000),
    ])
    func `what is no code is none`(text: String) {
        #expect(EntryCode(text) == nil)
    }

    @Test func `a code lets in one phone`() throws {
        var codes = EntryCodes()
        _ = try codes.open(code(1), for: "ann", now: start)
        #expect(try codes.take(code(1).compact, from: "a", now: start + 1).member == "ann")
        #expect(throws: ControlError.self) { try codes.take(code(1).compact, from: "a", now: start + 2) }
    }

    @Test func `a code ends after ten minutes, and with a clock that was set back`() throws {
        for offset in [10 * Self.minute, 11 * Self.minute, -1, -Self.minute] {
            var codes = EntryCodes()
            _ = try codes.open(code(1), for: "ann", now: start)
            #expect(throws: ControlError.self, "\(offset)") {
                try codes.take(code(1).compact, from: "a", now: start + offset)
            }
        }
        var codes = EntryCodes()
        _ = try codes.open(code(1), for: "ann", now: start)
        #expect(try codes.take(code(1).compact, from: "a", now: start + 10 * Self.minute - 1).member == "ann")
    }

    @Test func `after five wrong codes an address waits, and others do not`() throws {
        var codes = EntryCodes()
        _ = try codes.open(code(1), for: "ann", now: start)
        for number in 2...6 { expectRefusal(.notPermitted, by: &codes, code(UInt64(number)), from: "mallory") }
        expectRefusal(.tryAgain, by: &codes, code(1), from: "mallory")
        #expect(try codes.take(code(1).compact, from: "ann", now: start + 1).member == "ann")
        _ = try codes.open(code(7), for: "ann", now: start + 10 * Self.minute)
        #expect(try codes.take(code(7).compact, from: "mallory", now: start + 10 * Self.minute).member == "ann")
    }

    @Test func `sixty wrong codes from many addresses close all codes`() throws {
        var codes = EntryCodes()
        _ = try codes.open(code(1), for: "ann", now: start)
        var refusals: [ErrorCode] = []
        for number in 0..<60 {
            do throws(ControlError) {
                _ = try codes.take("wrong", from: "address \(number)", now: start)
            } catch {
                refusals.append(error.code)
            }
        }
        #expect(refusals == Array(repeating: .notPermitted, count: 59) + [.tryAgain])
        expectRefusal(.tryAgain, by: &codes, code(1), from: "ann")
    }

    @Test func `so many codes are open at once, and no more`() throws {
        var codes = EntryCodes()
        for number in 0..<WebLimits.openCodesMax {
            _ = try codes.open(code(UInt64(number)), for: "ann", now: start)
        }
        #expect(throws: ControlError.self) { try codes.open(code(99), for: "ann", now: start) }
        _ = try codes.open(code(99), for: "ann", now: start + 10 * Self.minute)
    }

    private func expectRefusal(
        _ expected: ErrorCode,
        by codes: inout EntryCodes,
        _ code: EntryCode,
        from source: String
    ) {
        do throws(ControlError) {
            _ = try codes.take(code.compact, from: source, now: start)
            Issue.record("\(code) was taken")
        } catch {
            #expect(error.code == expected)
        }
    }
}
