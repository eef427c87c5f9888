/// Finds items by their titles, in whatever case and with or without accents: the open ones of a list, or the former
/// ones.
///
/// A hash table of chains, by the folded title. An item whose title has changed, or that has gone over to the others,
/// stays in its chain until a query meets it, and may be in it twice: so no past state is needed, and closing a
/// thousand items with one title is cheap.
struct TitleLookup: Sendable {
    /// The first link of each chain, by hash.
    private var chains: [UInt32]
    private var links: [Link] = []

    private struct Link: Sendable {
        var row: UInt32
        var next: UInt32
    }

    /// The result of following a link.
    private enum Found {
        case wanted
        case another
        /// An item that is no longer one of them, or whose title has changed.
        case stale
    }

    private static let end = UInt32.max
    private static let chainCountMin = 64

    /// Inserts rows of a table.
    init(_ rows: [UInt32], of table: RegisterTable, in ledger: Ledger) {
        let count = max(Self.chainCountMin, rows.count)
        chains = [UInt32](repeating: Self.end, count: 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount))
        links.reserveCapacity(rows.count)
        for row in rows {
            insert(row, in: table, ledger)
        }
    }

    /// Whether the number of rows has changed so much that the table should be rebuilt.
    func isOvergrown(for count: Int) -> Bool {
        links.count > 2 * max(Self.chainCountMin, count)
    }

    /// Inserts a row.
    mutating func insert(_ row: UInt32, in table: RegisterTable, _ ledger: Ledger) {
        let chain = table.withShown(.title, ofRow: Int(row), in: ledger) { self.chain(of: Self.fold($0)) }
        guard let chain else { return }
        links.append(Link(row: row, next: chains[chain]))
        chains[chain] = UInt32(links.count - 1)
    }

    /// Returns the rows whose title folds to this one; removes stale links on the way.
    mutating func rows(
        titled folded: FoldedText,
        in table: RegisterTable,
        _ ledger: Ledger,
        where isIn: (UInt32) -> Bool
    ) -> Set<UInt32> {
        let chain = chain(of: folded)
        var rows: Set<UInt32> = []
        var (before, cursor) = (Self.end, chains[chain])
        while cursor != Self.end {
            let link = links[Int(cursor)]
            let found = table.withShown(.title, ofRow: Int(link.row), in: ledger) { shown in
                guard isIn(link.row) else { return Found.stale }
                let shownFolded = Self.fold(shown)
                guard self.chain(of: shownFolded) == chain else { return .stale }
                return shownFolded == folded ? .wanted : .another
            }
            if found ?? .stale == .stale {
                takeOut(link, of: chain, behind: before)
            } else {
                before = cursor
            }
            if found == .wanted { rows.insert(link.row) }
            cursor = link.next
        }
        return rows
    }

    private mutating func takeOut(_ link: Link, of chain: Int, behind before: UInt32) {
        if before == Self.end {
            chains[chain] = link.next
        } else {
            links[Int(before)].next = link.next
        }
    }

    private func chain(of title: FoldedText) -> Int {
        title.hashValue & (chains.count - 1)
    }

    private static func fold(_ title: UnsafeRawBufferPointer) -> FoldedText {
        PhlistModel.fold(String(decoding: title, as: UTF8.self))
    }
}
