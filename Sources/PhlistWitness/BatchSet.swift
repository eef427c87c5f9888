/// A set of batches of one scope, by their numbers in the chronicle.
package struct BatchSet: Hashable, Sendable {
    /// The last word is never zero.
    private var words: [UInt64] = []

    /// Creates an empty set.
    package init() {}

    package mutating func insert(_ number: Int) {
        let word = number / 64
        if word >= words.count { words += repeatElement(0, count: word + 1 - words.count) }
        words[word] |= 1 << UInt64(number % 64)
    }

    package mutating func formUnion(_ other: BatchSet) {
        if words.count < other.words.count { words += repeatElement(0, count: other.words.count - words.count) }
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }

    package func intersection(_ other: BatchSet) -> BatchSet {
        var common = BatchSet()
        common.words = zip(words, other.words).map { $0 & $1 }
        while common.words.last == 0 { common.words.removeLast() }
        return common
    }

    package func contains(_ number: Int) -> Bool {
        number / 64 < words.count && words[number / 64] >> UInt64(number % 64) & 1 == 1
    }

    package func isSubset(of other: BatchSet) -> Bool {
        words.count <= other.words.count && zip(words, other.words).allSatisfy { $0 & ~$1 == 0 }
    }

    package var isEmpty: Bool { words.isEmpty }

    /// The numbers in the set, ascending.
    package var members: [Int] {
        var members: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                members.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return members
    }
}
