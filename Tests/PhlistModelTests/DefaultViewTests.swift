import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// How a list is shown, as text that older and newer versions share.
struct DefaultViewTests {
    @Test func `every view comes back from its text`() {
        for sort in ItemSort.allCases {
            for (isReversed, showsDone) in [(false, false), (false, true), (true, false), (true, true)] {
                let view = DefaultView(sort: sort, isReversed: isReversed, showsDone: showsDone)
                #expect(DefaultView(decoding: view.encoded) == view)
            }
        }
    }

    @Test(arguments: [
        (DefaultView(), ""), (DefaultView(sort: .name), "sort=name"),
        (DefaultView(sort: .due, isReversed: true, showsDone: true), "sort=due reverse=yes show-done=yes"),
    ])
    func `the text of a view is frozen`(view: DefaultView, text: String) {
        #expect(view.encoded == text)
    }

    @Test(arguments: [
        ("colour=red sort=name", "sort=name colour=red"), ("sort=moon reverse=yes", "reverse=yes"),
        ("reverse=perhaps show-done", ""), ("=", "="), ("sort=", ""), ("  sort=name  ", "sort=name"),
    ])
    func `what is not known is ignored, and words of later versions are kept`(text: String, written: String) {
        #expect(DefaultView(decoding: text).encoded == written)
    }

    @Test func `a list tells its view`() {
        var writer = Writer(scope: History.scope, device: DeviceID(publicKey: [1]))
        #expect(ListState(writer.state).defaultView == DefaultView())
        let view = DefaultView(sort: .name, showsDone: true)
        _ = writer.author([.write(.root, [FieldWrite(.defaultView, text: view.encoded)])])
        #expect(ListState(writer.state).defaultView == view)
    }
}
