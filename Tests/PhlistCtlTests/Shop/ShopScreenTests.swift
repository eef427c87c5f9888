import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// The screen of `shop`, key by key.
struct ShopScreenTests {
    /// A screen of oat milk and yoghurt in Dairy, and bread and rolls in Bakery.
    private static func screen(_ columns: Int = 40, _ rows: Int = 10) -> ShopScreen {
        var screen = ShopScreen(look: .plain, window: WindowSize(columns: columns, rows: rows))
        screen.update(title: "Groceries", shelf)
        return screen
    }

    private static var shelf: [ItemView] {
        [
            .shelved("k", "oat milk", in: "Dairy", quantity: "2 l"), .shelved("l", "yoghurt", in: "Dairy"),
            .shelved("m", "bread", in: "Bakery", for: "ben"), .shelved("n", "rolls", in: "Bakery"),
        ]
    }

    /// The same items, with some in another state, in the order of phlistd: what is closed comes last.
    private static func shelf(_ states: [String: WorkState]) -> [ItemView] {
        let items = shelf.map { item in item.with(state: states[item.id] ?? .open) }
        return items.filter { $0.state == .open } + items.filter { $0.state != .open }
    }

    @Test func `open items stand in their sections, between the title and the keys`() {
        var screen = Self.screen()
        #expect(
            screen.picture == """
                Groceries  0 of 4 done
                Dairy
                > [ ] oat milk  2 l
                  [ ] yoghurt
                Bakery
                  [ ] bread  @ben
                  [ ] rolls


                space tick  q quit  a add  / find
                """
        )
        #expect(screen.press(.text(" ")) == .set(.done, item: "k"))
        #expect(screen.press(.enter) == .set(.done, item: "k"))
        #expect(screen.press(.text("u")) == .undo)
        #expect(screen.press(.text("q")) == .leave)
        #expect(screen.press(.redraw) == .redraw)
        for key in [Key.text("x"), .escape, .backspace, .clear] { #expect(screen.press(key) == nil) }
        #expect(screen.mode == .list)
    }

    @Test func `what is below an item stays there when that is ticked, and nowhere else`() {
        var child = ItemView.shelved("o", "yeast", in: "Bakery")
        (child.parentID, child.depth) = ("m", 1)
        var screen = ShopScreen(look: .plain, window: WindowSize(columns: 40, rows: 10))
        let shelf = Self.shelf
        screen.update(title: "Groceries", [shelf[0], shelf[2], child, shelf[3]])
        let rows = ["> [ ] oat milk  2 l", "  [ ] bread  @ben", "    [ ] yeast", "  [ ] rolls"]
        #expect(screen.picture.split(separator: "\n").filter { $0.contains("[") }.map(String.init) == rows)
        screen.update(title: "Groceries", [shelf[0], shelf[3], child, shelf[2].with(state: .done)])
        let ticked = ["> [ ] oat milk  2 l", "  [x] bread  @ben", "    [ ] yeast", "  [ ] rolls"]
        #expect(screen.picture.split(separator: "\n").filter { $0.contains("[") }.map(String.init) == ticked)
        // Whoever opens the screen now has not seen the bread: the yeast stands alone, in its section.
        var other = ShopScreen(look: .plain, window: WindowSize(columns: 40, rows: 10))
        other.update(title: "Groceries", [shelf[2].with(state: .done), shelf[3], shelf[0], child])
        let alone = ["> [ ] rolls", "  [ ] yeast", "  [ ] oat milk  2 l"]
        #expect(other.picture.split(separator: "\n").filter { $0.contains("[") }.map(String.init) == alone)
    }

    @Test func `what is ticked stays at its place, and opens again`() {
        var screen = Self.screen()
        screen.update(title: "Groceries", Self.shelf(["k": .done, "m": .done, "n": .cancelled]))
        #expect(
            screen.picture.hasPrefix(
                """
                Groceries  2 of 3 done
                Dairy
                > [x] oat milk  2 l
                  [ ] yoghurt
                Bakery
                  [x] bread  @ben
                  [~] rolls
                """
            )
        )
        #expect(screen.press(.text(" ")) == .set(.open, item: "k"))
        screen.update(title: "Groceries", Self.shelf)
        #expect(screen.items.map(\.id) == ["k", "l", "m", "n"])
        // What was done before this run is not shown.
        var other = ShopScreen(look: .plain, window: screen.window)
        other.update(title: "Groceries", Self.shelf(["k": .done]))
        #expect(other.items.map(\.id) == ["l", "m", "n"])
    }

    @Test func `what is added meanwhile does not part a ticked item from its section`() {
        var screen = Self.screen()
        screen.update(title: "Groceries", Self.shelf(["m": .done]))
        let cream = ItemView.shelved("o", "cream", in: "Dairy")
        var shelf = Self.shelf(["m": .done])
        shelf.insert(cream, at: 2)
        screen.update(title: "Groceries", shelf)
        #expect(screen.items.map(\.title) == ["oat milk", "yoghurt", "cream", "bread", "rolls"])
        // Alone in its section it follows the whole section above.
        screen.update(title: "Groceries", shelf.filter { $0.id != "n" })
        #expect(screen.items.map(\.title) == ["oat milk", "yoghurt", "cream", "bread"])
    }

    @Test func `the cursor moves by items and stops at the ends`() {
        var screen = Self.screen(40, 7)
        let moves: [(key: Key, cursor: String)] = [
            (.text("k"), "k"), (.text("j"), "l"), (.down, "m"), (.up, "l"), (.end, "n"), (.down, "n"), (.home, "k"),
            (.text("G"), "n"), (.text("g"), "k"), (.pageDown, "n"), (.pageUp, "k"), (.pageUp, "k"),
        ]
        for (key, cursor) in moves {
            #expect(screen.press(key) == nil)
            #expect(screen.cursor == cursor, "\(key)")
        }
    }

    @Test func `the cursor stays on its item, and goes to the next one when that is gone`() {
        var screen = Self.screen()
        for _ in 0..<2 { _ = screen.press(.down) }
        let first = ItemView.shelved("o", "eggs", in: nil)
        screen.update(title: "Groceries", [first] + Self.shelf)
        #expect(screen.cursor == "m")
        screen.update(title: "Groceries", Self.shelf.filter { $0.id != "m" })
        #expect(screen.cursor == "n")
        screen.update(title: "Groceries", Self.shelf.filter { $0.id == "k" })
        #expect(screen.cursor == "k")
        screen.update(title: "Groceries", [])
        #expect(screen.cursor == nil)
        #expect(screen.press(.text(" ")) == nil)
        #expect(screen.picture.contains("\nnothing open\n"))
        screen.update(title: "Groceries", Self.shelf)
        #expect(screen.cursor == "k")
    }

    @Test func `a search moves with every letter, ignores accents, and Esc leads back`() {
        var screen = Self.screen()
        for key in [Key.text("/"), .text("R"), .text("ö"), .text("l")] { #expect(screen.press(key) == nil) }
        #expect(screen.cursor == "n")
        #expect(screen.picture.hasSuffix("\nfind: Röl"))
        _ = screen.press(.escape)
        #expect(screen.cursor == "k" && screen.mode == .list)
        for key in [Key.text("/"), .text("o"), .down] { _ = screen.press(key) }
        #expect(screen.cursor == "l")
        _ = screen.press(.up)
        #expect(screen.cursor == "k")
        _ = screen.press(.up)
        #expect(screen.cursor == "n")
        _ = screen.press(.text("x"))
        #expect(screen.picture.hasSuffix("\nnothing like that\nfind: ox"))
        #expect(screen.cursor == "k")
        _ = screen.press(.backspace)
        _ = screen.press(.down)
        _ = screen.press(.enter)
        #expect(screen.cursor == "l" && screen.mode == .list)
    }

    @Test func `a new item is typed until it is there`() {
        var screen = Self.screen()
        for key in [Key.text("a"), .text(" "), .text("j"), .text("q"), .paste("uice\n1 l")] {
            #expect(screen.press(key) == nil)
        }
        #expect(screen.picture.hasSuffix("\nadd:  jquice 1 l"))
        #expect(screen.press(.enter) == .add(title: "jquice 1 l"))
        // phlistd did not take it: nothing that was typed is lost.
        screen.failed(ControlError(.unavailable, "phlistd is not running"))
        #expect(screen.picture.hasSuffix("\nphlistd is not running\nadd:  jquice 1 l"))
        #expect(screen.press(.enter) == .add(title: "jquice 1 l"))
        screen.added("added: jquice 1 l")
        #expect(screen.mode == .list)
        #expect(screen.picture.hasSuffix("\nadded: jquice 1 l"))
        _ = screen.press(.down)
        #expect(screen.picture.hasSuffix("\nspace tick  q quit  a add  / find"))
        for key in [Key.text("a"), .text("x"), .escape, .text("a"), .enter] { #expect(screen.press(key) == nil) }
        #expect(screen.mode == .list)
    }

    @Test func `what is pasted into the list is not taken for keys`() {
        var screen = Self.screen()
        #expect(screen.press(.paste("quick oats")) == nil)
        #expect(screen.picture.hasSuffix("\nadd: quick oats"))
    }

    @Test func `that phlistd is away is said until it is back`() {
        var screen = Self.screen()
        screen.isDaemonAway = true
        #expect(screen.picture.hasSuffix("\nphlistd is away; waiting for it"))
        _ = screen.press(.text("a"))
        #expect(screen.picture.hasSuffix("\nphlistd is away; waiting for it\nadd:"))
    }

    @Test func `a narrow and low window shows the item under the cursor and its quantity`() {
        var screen = Self.screen(20, 4)
        #expect(
            screen.picture == "Grocer…  0 of 4 done\nDairy\n> [ ] oat milk  2 l\nspace tick  q quit"
        )
        let tea = ItemView.shelved("p", "日本茶と紅茶のティーバッグ", in: "Dairy", quantity: "200 g", for: "ben")
        screen.update(title: "日本の買い物リスト", [tea])
        _ = screen.press(.end)
        #expect(screen.picture.contains("\n> [ ] 日本…  200 g …\n"), "\(screen.picture)")
        screen.window = WindowSize(columns: 20, rows: 2)
        #expect(screen.picture == "> [ ] 日本…  200 g …\nspace tick  q quit")
        screen.window = WindowSize(columns: 20, rows: 1)
        #expect(screen.picture == "space tick  q quit")
    }

    @Test func `colour marks the cursor and what is done`() {
        var look = ItemLook.plain
        look.style = Style(isColored: true)
        var screen = ShopScreen(look: look, window: WindowSize(columns: 24, rows: 5))
        let shelf = [Self.shelf[0], Self.shelf[1]]
        screen.update(title: "Groceries", shelf)
        screen.update(title: "Groceries", [shelf[0], shelf[1].with(state: .done)])
        let lines = screen.lines.map(\.string)
        #expect(lines[2] == "\u{1B}[7m> [ ] oat milk  2 l     \u{1B}[0m")
        #expect(lines[3] == "  [x] \u{1B}[2;9myoghurt\u{1B}[0m\u{1B}[2m\u{1B}[0m")
    }
}
