import PhlistTestKit
import Testing

@testable import PhlistPairing

struct PairingCodeTests {
    private static let seeds = Array(UInt64(1)...64)

    @Test func `of a million slips, every wrong digit and every swap of two neighbours is noticed`() {
        var generator = SeededRandom(seed: 1)
        var (slips, unnoticed) = (0, 0)
        while slips < 1_000_000 {
            for typed in Self.slips(in: PairingCode(using: &generator).password) {
                slips += 1
                if !isMistyped(typed) { unnoticed += 1 }
            }
        }
        #expect(unnoticed == 0, "of \(slips)")
    }

    /// All that one slip of the finger makes of a code.
    private static func slips(in digits: [UInt8]) -> [[UInt8]] {
        let wrong = digits.indices.flatMap { position in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).filter { $0 != digits[position] }.map { digit in
                var typed = digits
                typed[position] = digit
                return typed
            }
        }
        let swapped = digits.indices.dropLast().filter { digits[$0] != digits[$0 + 1] }.map { position in
            var typed = digits
            typed.swapAt(position, position + 1)
            return typed
        }
        return wrong + swapped
    }

    private func isMistyped(_ digits: [UInt8]) -> Bool {
        do throws(PairingCodeError) {
            _ = try PairingCode(parsing: String(decoding: digits, as: UTF8.self))
            return false
        } catch {
            return error == .mistyped
        }
    }

    @Test(arguments: seeds) func `a code that is shown can be typed`(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let code = PairingCode(using: &generator)
        let typed = try PairingCode(parsing: code.grouped)
        #expect(PairingSecret.code(typed).matches(.code(code)))
        #expect(typed.grouped == code.grouped)
        #expect(code.grouped.count == 11)
    }

    @Test(arguments: ["482177302", "482 177 302", "482-177-302", " 4 8 2 177302\n", "482\t177 - 302"])
    func `spaces and hyphens mean nothing`(text: String) throws {
        #expect(try PairingCode(parsing: text).grouped == "482 177 302")
    }

    @Test func `a code that is too short or too long names its length`() {
        for count in [0, 1, 8, 10, 1000] {
            let error = PairingCodeError.wrongLength(digitCount: count)
            #expect(throws: error) { try PairingCode(parsing: String(repeating: "0", count: count)) }
        }
    }

    @Test(arguments: ["48217730x", "48217730٢", "48217730２", "+82177302", "482.177.302", "482177302\u{0}"])
    func `anything but an ASCII digit is named`(text: String) throws {
        let stranger = try #require(text.first { !"0123456789".contains($0) })
        #expect(throws: PairingCodeError.notADigit(stranger)) { try PairingCode(parsing: text) }
    }

    @Test func `a typing error says what to look for`() {
        #expect("\(PairingCodeError.mistyped)" == "a digit is mistyped")
        #expect("\(PairingCodeError.wrongLength(digitCount: 8))" == "a code has 9 digits, this one has 8")
        #expect("\(PairingCodeError.notADigit("x"))" == "a code has only digits")
    }

    @Test func `every random digit is as likely as any other at every place`() {
        var generator = SeededRandom(seed: 7)
        let draws = 20_000
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 10), count: 9)
        for _ in 0..<draws {
            for (place, digit) in PairingCode(using: &generator).password.enumerated() {
                counts[place][Int(digit - UInt8(ascii: "0"))] += 1
            }
        }
        // 2,000 are expected of each; six standard deviations are 255.
        #expect(counts.joined().allSatisfy { abs($0 - draws / 10) < 255 })
    }

    @Test func `no description of a code shows a digit`() {
        let offer = PairingOffer(.right, now: 0)
        for text in ["\(PairingCode.right)", String(reflecting: PairingCode.right), "\(offer)"] {
            #expect(text.contains("(pairing code)"))
            #expect(!text.contains("4, 8, 2") && !text.contains("482"))
        }
    }

    @Test func `codes match only when every digit does`() {
        #expect(PairingSecret.right.matches(.code(.typed("482177302"))))
        #expect(!PairingSecret.right.matches(.wrong))
    }
}
