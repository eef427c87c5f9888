/// Finds open items by their titles, byte for byte.
///
/// A hash table of chains. An item whose title has changed, or that is no longer open, stays in its chain until a
/// question meets it: so nothing needs to be known of the past, and closing a thousand items of one title is cheap.
struct TitleLookup: Sendable {
    /// By hash: the first link of a chain.
    private var chains: [UInt32]
    private var links: [Link] = []

    private struct Link: Sendable {
        var row: UInt32
        var next: UInt32
    }

    private static let end = UInt32.max
    private static let chainCountMin = 64

    /// Takes in rows of a table.
    init(_ open: [UInt32], of table: RegisterTable, in ledger: Ledger) {
        let count = max(Self.chainCountMin, open.count)
        chains = [UInt32](repeating: Self.end, count: 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount))
        links.reserveCapacity(open.count)
        for row in open {
            insert(row, in: table, ledger)
        }
    }

    /// Whether so much has come or gone that the table should be made again.
    func isOvergrown(for openCount: Int) -> Bool {
        links.count > 2 * max(Self.chainCountMin, openCount)
    }

    /// Takes in a row that is open.
    mutating func insert(_ row: UInt32, in table: RegisterTable, _ ledger: Ledger) {
        guard let chain = table.withShown(.title, ofRow: Int(row), in: ledger, { self.chain(of: $0) }) else { return }
        links.append(Link(row: row, next: chains[chain]))
        chains[chain] = UInt32(links.count - 1)
    }

    /// A wanted row that is open and has a title; what is met on the way and is gone is taken out.
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
