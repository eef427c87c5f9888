import Foundation
import Testing

/// A device of the household that means harm, or whose owner slipped.
struct HarmfulMemberTests {
    private static let itemCount = 300

    /// Waits until a device shows so many open items.
    private static func expect(_ count: Int, on home: Home) throws {
        let outcome = try home.bash(
            "for i in $(seq 400); do [ $(phlistctl -q ls | grep -c .) = \(count) ] && exit 0; "
                + "read -rt 0.05 <> <(:) || :; done; exit 1"
        )
        #expect(outcome.status == 0, "not \(count) items; \(outcome.transcript)")
    }

    @Test func `what somebody removes all at once comes back whole`() throws {
        let (ann, ben) = (try Home(), try Home())
        try Pairing.join(ben, to: ann)
        let items = (1...Self.itemCount).map { "item \($0)" }.joined(separator: "\n")
        #expect(try ann("list", "new", "Groceries").status == 0)
        #expect(try ann("add", "Groceries", "-", input: items + "\n").status == 0)
        try Self.expect(Self.itemCount, on: ben)
        let before = try ann("ls", "--plain").output
        #expect(try ben.bash("phlistctl -q ls | xargs phlistctl rm").status == 0)
        try Self.expect(0, on: ann)
        #expect(try ann.bash("phlistctl -q trash | xargs phlistctl restore").status == 0)
        try Self.expect(Self.itemCount, on: ben)
        #expect(try ann("ls", "--plain").output == before)
        #expect(try ben("list", "rm", "Groceries").status == 0)
        try Self.expect(0, on: ann)
        #expect(try ben("undo").status == 0)
        try Self.expect(Self.itemCount, on: ann)
        #expect(try ann("ls", "--plain").output == before)
    }
}
