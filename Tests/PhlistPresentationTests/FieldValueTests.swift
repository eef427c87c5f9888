import PhlistModel
import Testing

@testable import PhlistPresentation

/// Values of fields in words.
struct FieldValueTests {
    @Test func `a byte of a later version is what an older one makes of it`() throws {
        let presenter = try Home().presenter()
        #expect(presenter.text([1], of: .life, in: nil) == "present")
        #expect(presenter.text([9], of: .life, in: nil) == "removed")
        #expect(presenter.text([], of: .life, in: nil) == "removed")
        #expect(presenter.text([1], of: .state, in: nil) == "done")
        #expect(presenter.text([9], of: .state, in: nil) == nil)
        #expect(presenter.text([3], of: .priority, in: nil) == "high")
    }
}
