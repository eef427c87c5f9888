import OrderedCollections
package import PhlistModel
import PhlistVocabulary

/// Look-up by the words of a caller: texts are compared by `fold`, without accents and case.
extension Library {
    /// Finds a list by name or by the beginning of its id.
    package func list(named name: String, for caller: Principal) throws(CommandError) -> ScopeID {
        try list(named: name, among: upcomingLists(for: caller, named: name, name.withoutEscapes))
    }

    func list(named name: String, among lists: [ListState]) throws(CommandError) -> ScopeID {
        let plain = lists.named(name, by: { $0.title }, or: { $0.scope.description })
        // An escaped slash is also accepted where no section can follow.
        let matches =
            plain.isEmpty ? lists.named(name.withoutEscapes, by: { $0.title }, or: { $0.scope.description }) : plain
        guard let match = matches.first else { throw .list(.notFound(name)) }
        guard matches.count == 1 else {
            let candidates = matches.sorted { ($0.createdStamp, $0.scope) < ($1.createdStamp, $1.scope) }
            throw .list(.ambiguous(name, candidates: candidates.map(\.scope)))
        }
        return match.scope
    }

    /// Resolves `LIST` or `LIST/SECTION`; a slash within a name is written `\/`, unless the whole text is a list's
    /// name.
    package func spot(named name: String, for caller: Principal) throws(CommandError) -> Spot {
        guard let slash = name.firstPlainSlash else {
            return Spot(scope: try list(named: name.withoutEscapes, for: caller))
        }
        let whole = upcomingLists(for: caller, named: name).filter { $0.title == name }
        if whole.count == 1 { return Spot(scope: whole[0].scope) }
        let scope = try list(named: String(name[..<slash]).withoutEscapes, for: caller)
        let text = String(name[name.index(after: slash)...]).withoutEscapes
        return Spot(scope: scope, section: try section(named: text, of: scope))
    }

    /// Finds a section of a list by name or by the beginning of its id.
    func section(named name: String, of scope: ScopeID) throws(CommandError) -> EntityID {
        let sections = scopes[scope]?.upcomingList?.sections ?? []
        let matches = sections.named(name, by: \.name, or: \.entity.description)
        guard let match = matches.first else { throw .section(.notFound(name, in: scope)) }
        guard matches.count == 1 else {
            let candidates = matches.map { EntityReference(scope: scope, entity: $0.entity) }
            throw .section(.ambiguous(name, candidates: candidates))
        }
        return match.entity
    }

    /// A list, optionally with one section.
    package struct Spot: Hashable, Sendable {
        package var scope: ScopeID
        package var section: EntityID?

        package init(scope: ScopeID, section: EntityID? = nil) {
            self.scope = scope
            self.section = section
        }
    }

    /// Finds a member by e-mail address, by name, or by the beginning of the id.
    ///
    /// - Parameters:
    ///   - name: The text as typed.
    ///   - includesRemoved: Whether removed members are also looked for, after the others.
    /// - Returns: The only match.
    /// - Throws: If no member or several match.
    package func member(named name: String, includesRemoved: Bool = false) throws(CommandError) -> MemberID {
        let everybody = upcomingHousehold?.everybody ?? []
        let present = everybody.filter { !$0.isRemoved }
        var matches = name.contains("@") ? present.filter { fold($0.email) == fold(name) } : []
        if matches.isEmpty { matches = present.named(name, by: \.name, or: \.id.description) }
        if matches.isEmpty, includesRemoved {
            // The name may be typed as it is shown.
            let former = name.hasSuffix(Self.removalMark) ? String(name.dropLast(Self.removalMark.count)) : name
            matches = everybody.filter(\.isRemoved).named(former, by: \.name, or: \.id.description)
        }
        guard let match = matches.first else { throw .member(.notFound(name)) }
        guard matches.count == 1 else { throw .member(.ambiguous(name, candidates: matches.map(\.id))) }
        return match.id
    }

    /// Finds the members whose names are separated by commas, in that order; one who is named twice is there twice.
    ///
    /// - Throws: If no member or several match a name.
    package func members(named text: String) throws(CommandError) -> [MemberID] {
        let names = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        return try names.map { name throws(CommandError) in try member(named: name) }
    }

    /// Parses whose turns follow each other; nobody's in an empty text.
    ///
    /// - Throws: If one does not exist or is named twice, or there are too few or too many of them.
    func rotation(named text: String) throws(CommandError) -> Rotation {
        guard !text.isEmpty, fold(text) != fold(Self.noneName) else { return Rotation([]) }
        let members = try members(named: text)
        let again = members.indices.first { members[..<$0].contains(members[$0]) }
        if let again { throw .item(.inRotationTwice(members[again])) }
        guard members.count > 1 else { throw .item(.rotationTooShort(text)) }
        guard members.count <= Rotation.membersMax else { throw .item(.rotationTooLong(members.count)) }
        return Rotation(members)
    }

    /// Finds a device of the household by name or by the beginning of its id.
    ///
    /// - Parameters:
    ///   - name: The text as typed.
    ///   - includesFormer: Whether removed devices are also looked for, after the others.
    /// - Returns: The only match.
    /// - Throws: If no device or several match.
    package func device(named name: String, includesFormer: Bool = false) throws(CommandError) -> DeviceID {
        guard let roster else { throw .device(.notFound(name)) }
        var matches = roster.sorted.named(name, by: \.device.name, or: \.id.description)
            .map(\.id)
        if matches.isEmpty, includesFormer {
            let former = roster.authors.filter { !roster.contains($0.key) }.sorted { $0.key < $1.key }
            matches = former.named(name, by: \.value.name, or: \.key.description).map(\.key)
        }
        guard let match = matches.first else { throw .device(.notFound(name)) }
        guard matches.count == 1 else { throw .device(.ambiguous(name, candidates: matches)) }
        return match
    }

    /// The purpose of a look-up, which decides among which items a text is looked for first.
    package enum Purpose: Sendable {
        case look
        case close
        /// To change all later occurrences.
        case series
        case reopen
        case restore

        init(_ change: ItemChange) {
            switch (change.isTrashed, change.state) {
            case (false?, _): self = .restore
            case (_, .open?): self = .reopen
            default:
                let fields = change.fields
                self = fields.recurrence == nil && fields.rotation == nil ? .close : .series
            }
        }

        func fits(_ item: ItemState) -> Bool {
            switch self {
            case .look, .close, .series: !item.isTrashed && item.state == .open
            case .reopen: !item.isTrashed && item.state != .open
            case .restore: item.isTrashed
            }
        }
    }

    /// Finds the items of some references, each once.
    package func items(
        matching references: [String],
        for caller: Principal,
        purpose: Purpose
    ) throws(CommandError) -> [EntityReference] {
        if let item = itemTitled(references, for: caller) { return [item] }
        let items = try references.map { reference throws(CommandError) in
            try item(matching: reference, for: caller, purpose: purpose)
        }
        return OrderedSet(items).elements
    }

    /// Returns the only item whose whole title is made of several words, for titles typed without quotes.
    private func itemTitled(_ words: [String], for caller: Principal) -> EntityReference? {
        guard (2...Self.titleWordsMax).contains(words.count) else { return nil }
        let title = words.joined(separator: " ")
        let matches = upcomingLists(for: caller).flatMap { Match.all(of: title, in: $0) }
            .filter { $0.isWhole && !$0.item.isTrashed }
        return matches.count == 1 ? matches[0].reference : nil
    }

    /// More words are treated as several items.
    private static var titleWordsMax: Int { 8 }

    /// Finds an item by its id or short id, by `LIST/text`, or by text that matches one item.
    ///
    /// A reference is ambiguous if it is a short id and also another item's title, or a word in the title of one that
    /// fits. Two or three letters that could be a short id match the beginnings of words alone.
    ///
    /// A whole title comes first, as it was typed before others that differ in case or accents, so that an item that
    /// somebody else has just changed is not confused with a similar one; then items that fit the purpose, by any part
    /// of their titles.
    ///
    /// - Throws: If nothing or several items match, or for a part of a title with fewer than two letters.
    package func item(
        matching reference: String,
        for caller: Principal,
        purpose: Purpose
    ) throws(CommandError) -> EntityReference {
        if let match = try item(withIDPrefix: reference, for: caller, purpose) {
            return match
        }
        let (scope, text) = narrowing(reference, for: caller)
        let pool = lists(for: caller, among: scope.map { [$0] }, where: { !$0.isTrashed }, \.upcomingList)
        guard !fold(text.trimmed).utf8.isEmpty else { throw .item(.notFound(reference)) }
        let all = pool.flatMap { Match.all(of: text.trimmed, in: $0) }
        // The id of an item that the caller may not see must not stand for a part of a word in another one.
        let matches = text.trimmed.readsAsShortID ? all.filter { $0.hasWordBeginning(fold(text.trimmed)) } : all
        let whole = matches.filter { $0.isWhole && (purpose == .restore || !$0.item.isTrashed) }
        guard matches.isEmpty || !whole.isEmpty || text.tellsTitlesApart else { throw .item(.textTooShort(reference)) }
        let exact = whole.filter { $0.grade == .exact && !hasEnded($0.reference.scope) }
        let found = [exact, whole].first { !$0.isEmpty } ?? matches
        let fitting = found.filter { purpose.fits($0.item) }
        // Items in a list that is no longer shared cannot be changed: they match only if no others do.
        let living = fitting.filter { !hasEnded($0.reference.scope) }
        for candidates in [living, fitting, found.filter { !$0.item.isTrashed }, found] {
            guard let grade = candidates.map(\.grade).min() else { continue }
            let best = currentOccurrences(among: candidates.filter { $0.grade == grade }, purpose)
            guard best.count == 1 else { throw .item(.ambiguous(reference, candidates: best)) }
            return best[0]
        }
        try checkListIsClear(in: reference, for: caller)
        throw .item(.notFound(reference))
    }

    /// Leaves one occurrence of each recurring item: the first open one, or the last one if none is open or all later
    /// ones are to be changed.
    ///
    /// Several are open when one of them was changed alone, or opened again.
    private func currentOccurrences(among matches: [Match], _ purpose: Purpose) -> [EntityReference] {
        guard matches.count > 1 else { return matches.map(\.reference) }
        let all = Set(matches.map(\.reference))
        var later: Set<EntityReference> = []
        for match in matches where match.isOpen {
            var next = match.next
            while isThere(next), later.insert(next).inserted { next = next.following }
        }
        let current = matches.filter { match in
            match.isOpen && purpose != .series ? !later.contains(match.reference) : !all.contains(match.next)
        }
        return current.map(\.reference)
    }

    private func isThere(_ item: EntityReference) -> Bool {
        scopes[item.scope]?.upcomingList?.item(item.entity) != nil
    }

    /// Throws for `LIST/text` if several lists have that name.
    private func checkListIsClear(in reference: String, for caller: Principal) throws(CommandError) {
        guard let slash = reference.firstPlainSlash else { return }
        do throws(CommandError) {
            _ = try list(named: String(reference[..<slash]).withoutEscapes, for: caller)
        } catch .list(.ambiguous(let name, let candidates)) {
            throw .list(.ambiguous(name, candidates: candidates))
        } catch {
            return
        }
    }

    private func item(
        withIDPrefix prefix: String,
        for caller: Principal,
        _ purpose: Purpose
    ) throws(CommandError) -> EntityReference? {
        let found = upcomingShortIDs(for: caller).items(withPrefix: prefix, isTrashFirst: purpose == .restore)
        let named = found.map { EntityReference(scope: $0.scope, entity: $0.entity) }
        guard let match = named.first else { return nil }
        let isWhole = prefix == match.entity.description
        let others = isWhole ? [] : upcomingLists(for: caller)
        let titled = others.flatMap { Match.all(of: prefix, in: $0) }.filter { match in
            guard !match.item.isTrashed else { return false }
            return match.isWhole || purpose.fits(match.item) && match.hasWord(fold(prefix))
        }
        let meant = OrderedSet(named + titled.map(\.reference))
        guard meant.count == 1 else { throw .item(.ambiguous(prefix, candidates: meant.elements)) }
        return match
    }

    /// The short ids among the lists that a caller sees outside the trash, with what is in flight.
    func upcomingShortIDs(for caller: Principal) -> ShortIDs {
        ShortIDs(directory, drafted: draftedScopes.sorted()) { scope in
            lists(for: caller, among: [scope], where: { !$0.isTrashed }, \.upcomingList).first
        }
    }

    /// Splits `LIST/text` at the first slash that is not written `\/` into the list and the text; without a list if
    /// none has that name.
    func narrowing(_ reference: String, for caller: Principal) -> (scope: ScopeID?, text: String) {
        guard let slash = reference.firstPlainSlash else { return (nil, reference.withoutEscapes) }
        let name = String(reference[..<slash]).withoutEscapes
        guard let scope = try? list(named: name, for: caller) else { return (nil, reference.withoutEscapes) }
        return (scope, String(reference[reference.index(after: slash)...]).withoutEscapes)
    }
}

/// An item whose title matches a text.
private struct Match {
    var reference: EntityReference
    var item: ItemState
    var grade: Grade

    /// The quality of the match, best first.
    enum Grade: Int, Comparable {
        /// The whole title, letter by letter.
        case exact
        /// The whole title, but for accents and case.
        case whole
        case part

        static func < (left: Grade, right: Grade) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    var isWhole: Bool { grade <= .whole }

    var isOpen: Bool { item.state == .open && !item.isTrashed }

    /// The occurrence after it, if it recurs.
    var next: EntityReference { reference.following }

    /// Whether the text is a whole word of the title.
    func hasWord(_ text: FoldedText) -> Bool {
        item.title.split { !$0.isLetter && !$0.isNumber }.contains { fold(String($0)) == text }
    }

    /// Whether a word of the title begins with the text.
    func hasWordBeginning(_ text: FoldedText) -> Bool {
        item.title.split { !$0.isLetter && !$0.isNumber }.contains { fold(String($0)).hasPrefix(text) }
    }

    static func all(of text: String, in list: ListState) -> [Match] {
        let folded = fold(text)
        return list.items(whereTitle: { fold(String(decoding: $0, as: UTF8.self)).contains(folded) }).map { item in
            Match(
                reference: EntityReference(scope: list.scope, entity: item.entity),
                item: item,
                grade: grade(of: text, folded, in: item.title)
            )
        }
    }

    private static func grade(of text: String, _ folded: FoldedText, in title: String) -> Grade {
        if title == text { return .exact }
        let title = fold(title)
        return title == folded ? .whole : .part
    }
}

extension EntityReference {
    /// The occurrence after an item, if it recurs.
    fileprivate var following: EntityReference {
        EntityReference(scope: scope, entity: EntityID(following: entity, in: scope))
    }
}

extension ListState {
    package var createdStamp: Stamp {
        root?.created.stamp ?? Stamp(rawValue: .max)
    }
}

extension String {
    /// The first slash without a backslash before it.
    var firstPlainSlash: Index? {
        indices.first { self[$0] == "/" && ($0 == startIndex || self[index(before: $0)] != "\\") }
    }

    /// Whether the text is long enough to find an item by a part of its title: two letters or digits, or a single one
    /// outside ASCII, which may be a word.
    fileprivate var tellsTitlesApart: Bool {
        let characters = filter { $0.isLetter || $0.isNumber }
        return characters.count > 1 || characters.contains { !$0.isASCII }
    }

    /// Whether the text could be the short id of an item: two letters from k to z, or three in a large household.
    fileprivate var readsAsShortID: Bool {
        (EntityID.letterCountMin...3).contains(utf8.count)
            && lowercased().utf8.allSatisfy { (0x6B...0x7A).contains($0) }
    }
}
