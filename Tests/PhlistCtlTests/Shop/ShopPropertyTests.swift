import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import phlistctl

/// What holds for the screen of `shop` whatever is pressed and whatever others do.
struct ShopPropertyTests {
    private static let keys: [Key] = [
        .text("j"), .text("k"), .text(" "), .text("g"), .text("G"), .text("a"), .text("/"), .text("u"), .text("é"),
        .text("日"), .paste("o\n\u{1B}[2J 🍎"), .enter, .escape, .backspace, .clear, .redraw, .up, .down, .home, .end,
        .pageUp, .pageDown,
    ]

    @Test func `no line is wider than the window, and there is one for every row`() {
        var random = SeededRandom(seed: 72)
        for _ in 0..<300 {
            var screen = random.screen()
            for _ in 0..<20 {
                random.change(&screen)
                let lines = screen.lines
                #expect(lines.count == screen.window.rows, "\(screen.window)")
                #expect(lines.allSatisfy { $0.width <= screen.window.columns }, "\(screen.window)\n\(screen.picture)")
                #expect(lines.allSatisfy { $0.width == $0.string.columnCount })
                #expect(!lines.contains { $0.string.contains("\u{1B}") })
            }
        }
    }

    @Test func `news never move the cursor off its item while that is there, and else to the next one`() {
        var random = SeededRandom(seed: 73)
        for _ in 0..<500 {
            var screen = random.screen()
            for _ in 0..<15 {
                for _ in 0..<3 { _ = screen.press(random.element(of: Self.keys)) }
                let (before, cursor) = (screen.items.map(\.id), screen.cursor)
                screen.update(title: "x", random.shelf())
                let after = screen.items.map(\.id)
                guard let cursor, let old = before.firstIndex(of: cursor) else { continue }
                let next = before[old...].first { after.contains($0) } ?? before[..<old].last { after.contains($0) }
                #expect(screen.cursor == next ?? after.first)
            }
        }
    }

    @Test func `the item under the cursor is in sight wherever there is a row for it`() {
        var random = SeededRandom(seed: 74)
        for _ in 0..<500 {
            var screen = random.screen()
            for _ in 0..<10 { random.change(&screen) }
            // A message and a line that is typed come first.
            guard screen.window.rows > 2, screen.window.columns > 6, !screen.items.isEmpty else { continue }
            #expect(screen.lines.count { $0.string.hasPrefix("> ") } == 1, "\(screen.picture)")
        }
    }

    @Test func `all open items are shown, in their order, and closed ones only if they were open here`() {
        var random = SeededRandom(seed: 75)
        for _ in 0..<500 {
            var screen = random.screen()
            var seen = Set(screen.items.map(\.id))
            for _ in 0..<10 {
                let shelf = random.shelf()
                screen.update(title: "x", shelf)
                let open = shelf.filter { $0.state == .open && !$0.isTrashed }.map(\.id)
                #expect(screen.items.filter { $0.state == .open }.map(\.id) == open)
                let closed = Set(shelf.filter { $0.state != .open && !$0.isTrashed }.map(\.id))
                #expect(Set(screen.items.map(\.id)) == closed.intersection(seen).union(open))
                #expect(Set(screen.items.map(\.id)).count == screen.items.count)
                seen = Set(screen.items.map(\.id))
                let sections = screen.items.map { $0.section ?? "" }
                let changes = zip(sections, sections.dropFirst()).count { $0 != $1 }
                #expect(changes + 1 == max(1, Set(sections).count), "\(sections)")
            }
        }
    }
}

extension SeededRandom {
    fileprivate mutating func element<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    fileprivate mutating func screen() -> ShopScreen {
        let window = WindowSize(
            columns: Int.random(in: 1...60, using: &self),
            rows: Int.random(in: 1...14, using: &self)
        )
        var screen = ShopScreen(look: .plain, window: window)
        screen.update(title: element(of: ["Groceries", "日本の買い物", ""]), shelf())
        return screen
    }

    /// Presses a key, or brings news.
    fileprivate mutating func change(_ screen: inout ShopScreen) {
        switch Int.random(in: 0..<10, using: &self) {
        case 0: screen.update(title: "Groceries", shelf())
        case 1: screen.isDaemonAway.toggle()
        case 2: screen.failed(ControlError(.invalid, "nothing like 日本茶 that would fit into a narrow window"))
        default:
            let keys: [Key] = [.text("a"), .text("/"), .text("日"), .text("o"), .paste("🍎 x"), .enter, .escape, .down]
            _ = screen.press(element(of: keys))
        }
    }

    /// A list as phlistd tells it: sections in their order, closed items last, some in the trash.
    fileprivate mutating func shelf() -> [ItemView] {
        let titles = ["oat milk", "日本茶と紅茶のティーバッグ", "🍎 apples", "crème fraîche, full fat, in glasses", "e\u{301}"]
        var items: [ItemView] = []
        for (number, letter) in "klmnopqrstuv".enumerated() where happens(percent: 80) {
            var item = ItemView.shelved(
                String(letter),
                element(of: titles),
                in: [nil, "Dairy", "日本の棚"][number / 4],
                quantity: element(of: ["", "", "2 l", "very many of them"]),
                for: element(of: [nil, "ben"])
            )
            item.state = element(of: [.open, .open, .open, .done, .cancelled])
            item.isTrashed = happens(percent: 10)
            item.depth = happens(percent: 10) ? 3 : 0
            items.append(item)
        }
        return items.filter { $0.state == .open } + items.filter { $0.state != .open }
    }
}
