import PhlistControl
import PhlistModel
import PhlistVocabulary

/// The keys of the screen.
extension ShopScreen {
    /// Takes a key, and returns what is to be done.
    mutating func press(_ key: Key) -> Action? {
        message = nil
        guard key != .redraw else { return .redraw }
        switch mode {
        case .list: return pressInList(key)
        case .add(let line): return pressInAdd(key, line)
        case .find(let line, let origin): return pressInFind(key, line, origin)
        }
    }

    private mutating func pressInList(_ key: Key) -> Action? {
        switch key {
        case .text(let letter): return pressLetter(letter)
        case .enter: return toggle()
        // Letters that are pasted by mistake must not act as keys.
        case .paste(let text): mode = .add(TypedLine().appending(text))
        case .up, .down, .home, .end, .pageUp, .pageDown: move(key)
        case .escape, .backspace, .clear, .redraw: break
        }
        return nil
    }

    private mutating func pressLetter(_ letter: String) -> Action? {
        switch letter {
        case " ": return toggle()
        case "u": return .undo
        case "q": return .leave
        case "j": move(.down)
        case "k": move(.up)
        case "g": move(.home)
        case "G": move(.end)
        case "a": mode = .add(TypedLine())
        case "/": mode = .find(TypedLine(), from: cursor)
        default: break
        }
        return nil
    }

    private func toggle() -> Action? {
        guard let index = cursorIndex else { return nil }
        return .set(items[index].state == .open ? .done : .open, item: items[index].id)
    }

    private mutating func move(_ key: Key) {
        guard let index = cursorIndex else { return }
        // Two lines stay in sight.
        let page = max(1, window.rows - 4)
        switch key {
        case .up: moveCursor(to: index - 1)
        case .down: moveCursor(to: index + 1)
        case .home: moveCursor(to: 0)
        case .end: moveCursor(to: items.count - 1)
        case .pageUp: moveCursor(to: index - page)
        case .pageDown: moveCursor(to: index + page)
        case .text, .paste, .enter, .escape, .backspace, .clear, .redraw: break
        }
    }

    // MARK: Adding

    private mutating func pressInAdd(_ key: Key, _ line: TypedLine) -> Action? {
        switch key {
        case .escape: mode = .list
        case .enter:
            let title = line.text.trimmed
            // The line stays until the item is there.
            guard title.isEmpty else { return .add(title: title) }
            mode = .list
        default: mode = .add(line.pressing(key))
        }
        return nil
    }

    // MARK: Finding

    private mutating func pressInFind(_ key: Key, _ line: TypedLine, _ origin: String?) -> Action? {
        switch key {
        case .enter: mode = .list
        case .escape:
            mode = .list
            returnCursor(to: origin)
        case .down: find(line, after: 1)
        case .up: find(line, after: -1)
        default:
            let line = line.pressing(key)
            mode = .find(line, from: origin)
            returnCursor(to: origin)
            find(line, after: 0)
        }
        return nil
    }

    /// Moves to the next item whose title has the text, around the end; begins at the cursor, or next to it.
    private mutating func find(_ line: TypedLine, after step: Int) {
        guard !line.text.isEmpty, let start = cursorIndex else { return }
        let wanted = fold(line.text)
        let distances = items.indices.map { (step < 0 ? -1 : 1) * $0 + step }
        let order = distances.map { (start + $0 + 2 * items.count) % items.count }
        guard let index = order.first(where: { fold(items[$0].title).contains(wanted) }) else {
            message = look.style.warning(ShopText.nothingFound)
            return
        }
        moveCursor(to: index)
    }
}

extension TypedLine {
    fileprivate func appending(_ text: String) -> TypedLine {
        var line = self
        line.append(text)
        return line
    }

    /// Returns the line after a key that edits it.
    fileprivate func pressing(_ key: Key) -> TypedLine {
        var line = self
        switch key {
        case .text(let text), .paste(let text): line.append(text)
        case .backspace: line.removeLast()
        case .clear: line.clear()
        case .enter, .escape, .redraw, .up, .down, .home, .end, .pageUp, .pageDown: break
        }
        return line
    }
}
