/// Row numbers in an order that the caller defines, in short runs: an insertion or removal moves one run.
///
/// The order must be total, and what it compares must not change while a row is in.
struct SortedRows: Sendable {
    private static let runCountMax = 512

    /// The runs, none of them empty.
    private var runs: [[UInt32]] = []
    private(set) var count = 0

    init() {}

    /// Creates a sequence of rows that are already in order.
    init(sorted rows: [UInt32]) {
        count = rows.count
        runs = stride(from: 0, to: rows.count, by: Self.runCountMax / 2).map {
            Array(rows[$0..<Swift.min($0 + Self.runCountMax / 2, rows.count)])
        }
    }

    mutating func insert(_ row: UInt32, by isBefore: (UInt32, UInt32) -> Bool) {
        count += 1
        guard !runs.isEmpty else {
            runs = [[row]]
            return
        }
        let run = Swift.min(runs.partitioningIndex { isBefore(row, $0[$0.count - 1]) }, runs.count - 1)
        runs[run].insert(row, at: runs[run].partitioningIndex { isBefore(row, $0) })
        guard runs[run].count > Self.runCountMax else { return }
        let half = runs[run].count / 2
        runs.insert(Array(runs[run][half...]), at: run + 1)
        runs[run].removeSubrange(half...)
    }

    /// Removes a row, which must be in the sequence.
    mutating func remove(_ row: UInt32, by isBefore: (UInt32, UInt32) -> Bool) {
        let run = runs.partitioningIndex { !isBefore($0[$0.count - 1], row) }
        let index = run < runs.count ? runs[run].partitioningIndex { !isBefore($0, row) } : 0
        guard run < runs.count, runs[run][index] == row else {
            invariant(false, "row \(row) is not where it was put")
            return
        }
        count -= 1
        runs[run].remove(at: index)
        if runs[run].isEmpty {
            runs.remove(at: run)
        }
    }
}

extension SortedRows: BidirectionalCollection {
    /// A position in the order.
    struct Index: Comparable {
        fileprivate var run: Int
        fileprivate var offset: Int

        static func < (left: Index, right: Index) -> Bool {
            (left.run, left.offset) < (right.run, right.offset)
        }
    }

    var startIndex: Index { Index(run: 0, offset: 0) }

    var endIndex: Index { Index(run: runs.count, offset: 0) }

    subscript(index: Index) -> UInt32 { runs[index.run][index.offset] }

    func index(after index: Index) -> Index {
        let isLast = index.offset + 1 == runs[index.run].count
        return isLast ? Index(run: index.run + 1, offset: 0) : Index(run: index.run, offset: index.offset + 1)
    }

    func index(before index: Index) -> Index {
        guard index.offset == 0 else { return Index(run: index.run, offset: index.offset - 1) }
        return Index(run: index.run - 1, offset: runs[index.run - 1].count - 1)
    }

    /// Returns the first index that fulfils a condition, which must then hold for all indices after it.
    func firstIndex(from isBehind: (UInt32) -> Bool) -> Index {
        let run = runs.partitioningIndex { isBehind($0[$0.count - 1]) }
        guard run < runs.count else { return endIndex }
        return Index(run: run, offset: runs[run].partitioningIndex(where: isBehind))
    }
}
