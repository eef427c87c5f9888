import PhlistControl

extension DateGrammar {
    /// Parses `next week`, `next month` or `next year` as all of its days; nil for anything else.
    func period(_ text: String) -> ClosedRange<CivilDate>? {
        guard let first = try? resolve(text).date else { return nil }
        let words = Self.words(text)
        guard words.count == 2, words[0] == DateWord.next else { return nil }
        switch DateWord.Unit(rawValue: words[1]) {
        case .week: return first...(first.adding(days: 6) ?? .last)
        case .month: return first...first.endOfMonth
        case .year: return first...(CivilDate(year: first.year, month: 12, day: 31) ?? .last)
        case .day, nil: return nil
        }
    }
}

extension Context {
    /// Asks for items that are due on a day, or in a period, given in words; nil for any items.
    func ask(_ query: ItemsQuery, due text: String?) throws -> ItemsReply {
        guard let text else { return try ask(query) }
        var query = query
        guard let period = DateGrammar(clock).period(text) else {
            try query.filter(due: text, clock)
            return try ask(query)
        }
        // phlistd knows no periods except the next seven days, and without a filter it may reply with closed items.
        let isOpenOnly = query.all != true && query.state == nil
        return try ask(query).filtered { item in
            guard let due = item.due, !isOpenOnly || item.state == .open else { return false }
            return period.contains(due.withoutTime)
        }
    }
}

extension ItemsQuery {
    /// Filters by a word for a period, or by a day relative to a clock's today.
    fileprivate mutating func filter(due text: String, _ clock: Clock) throws(ControlError) {
        let word = text.lowercased()
        if DueWord(rawValue: word) != nil {
            due = word
        } else {
            guard let date = try DateGrammar(clock).resolve(text).date else {
                throw ControlError(.usage, "\"\(text)\" is not a valid date; items without a date are never due")
            }
            due = date.withoutTime.description
        }
        today = clock.localNow.description
    }
}

extension ItemsReply {
    /// Returns the reply without some of its items; those below an item that is left out move up.
    func filtered(_ isIncluded: (ItemView) -> Bool) -> ItemsReply {
        var reply = self
        reply.items = []
        // Whether each ancestor of the current item is included, from the top level down.
        var ancestors: [Bool] = []
        for item in items {
            ancestors = Array(ancestors.prefix(item.depth))
            var shown = item
            shown.depth = ancestors.filter(\.self).count
            ancestors.append(isIncluded(item))
            if ancestors.last == true { reply.items.append(shown) }
        }
        return reply
    }
}
