/// Finds open items by their titles, byte for byte.
///
/// A hash table of chains. An item whose title has changed, or that is no longer open, stays in its chain until a query
/// meets it: so no past state is needed, and closing a thousand items with one title is cheap.
struct TitleLookup: Sendable {
    /// The first link of each chain, by hash.
    private var chains: [UInt32]
    private var links: [Link] = []

    private struct Link: Sendable {
        var row: UInt32
        var next: UInt32
    }

    private static let end = UInt32.max
    private static let chainCountMin = 64

    /// Inserts rows of a table.
    init(_ open: [UInt32], of table: RegisterTable, in ledger: Ledger) {
        let count = max(Self.chainCountMin, open.count)
        chains = [UInt32](repeating: Self.end, count: 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount))
        links.reserveCapacity(open.count)
        for row in open {
            insert(row, in: table, ledger)
        }
    }

    /// Whether the number of rows has changed so much that the table should be rebuilt.
    func isOvergrown(for openCount: Int) -> Bool {
        links.count > 2 * max(Self.chainCountMin, openCount)
    }

    /// Inserts an open row.
    mutating func insert(_ row: UInt32, in table: RegisterTable, _ ledger: Ledger) {
        guard let chain = table.withShown(.title, ofRow: Int(row), in: ledger, { self.chain(of: $0) }) else { return }
        links.append(Link(row: row, next: chains[chain]))
        chains[chain] = UInt32(links.count - 1)
    }

    /// Returns an open row with a title that fulfils a condition; removes stale links on the way.
    mutating func row(
        titled title: [UInt8],
        in table: RegisterTable,
        _ ledger: Ledger,
        isOpen: (UInt32) -> Bool,
        where isWanted: (UInt32) -> Bool
    ) -> UInt32? {
        let chain = title.withUnsafeBytes { self.chain(of: $0) }
        var (before, cursor) = (Self.end, chains[chain])
        while cursor != Self.end {
            let link = links[Int(cursor)]
            let isHere = table.withShown(.title, ofRow: Int(link.row), in: ledger) { shown in
                (isSame: shown.elementsEqual(title), isInChain: self.chain(of: shown) == chain)
            }
            if !isOpen(link.row) || isHere?.isInChain != true {
                takeOut(link, of: chain, behind: before)
            } else if isHere?.isSame == true, isWanted(link.row) {
                return link.row
            } else {
                before = cursor
            }
            cursor = link.next
        }
        return nil
    }

    private mutating func takeOut(_ link: Link, of chain: Int, behind before: UInt32) {
        if before == Self.end {
            chains[chain] = link.next
        } else {
            links[Int(before)].next = link.next
        }
    }

    private func chain(of title: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: title)
        return hasher.finalize() & (chains.count - 1)
    }
}
