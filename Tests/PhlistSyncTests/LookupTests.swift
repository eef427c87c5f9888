import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistSync

/// Which item a few typed words stand for.
struct LookupTests {
    private static func shop(_ titles: String...) throws -> Device {
        let anna = try Device("anna")
        for title in titles { anna.give(anna.add(title, to: nil)) }
        return anna
    }

    private static func done(_ reference: String, on device: Device) -> Result<Outcome, CommandError> {
        device.give([.items(.change([reference], ItemChange(state: .done)))])
    }

    @Test func `what is ticked already is not taken for something similar`() throws {
        let anna = try Self.shop("milk", "oat milk", "milk chocolate")
        #expect(try Self.done("milk", on: anna).get().changed.count == 1)
        let again = try Self.done("milk", on: anna).get()
        #expect(again.changed.isEmpty && again.unchanged.count == 1)
        #expect(anna.items(in: "Shopping").filter { $0.state == .done }.map(\.title) == ["milk"])
        // What is in the trash is out of the way.
        anna.give([.items(.change(["milk"], ItemChange(isTrashed: true)))])
        #expect(try Self.done("milk", on: anna).get().changed.count == 1)
        let done = anna.items(in: "Shopping").filter { $0.state == .done && !$0.isTrashed }
        #expect(done.map(\.title) == ["milk chocolate"])
    }

    @Test(arguments: ["/", "m", ".", "1"])
    func `less than two letters find only a title that is nothing else`(text: String) throws {
        let anna = try Self.shop("http://example.com/1", "milk")
        #expect(Self.done(text, on: anna) == .failure(.textTooShort(text)))
        anna.give(anna.add(text, to: nil))
        #expect(try Self.done(text, on: anna).get().changed.count == 1)
        #expect(anna.items(in: "Shopping").filter { $0.state == .done }.map(\.title) == [text])
    }

    @Test func `one character of a script in which it is a word finds an item`() throws {
        let anna = try Self.shop("牛乳", "パン")
        #expect(try Self.done("牛", on: anna).get().changed.count == 1)
    }

    @Test func `what is nowhere is not found, however short`() throws {
        let anna = try Self.shop("bread")
        #expect(Self.done("x", on: anna) == .failure(.itemNotFound("x")))
    }
}
