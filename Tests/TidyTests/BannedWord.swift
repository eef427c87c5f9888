/// A word that must not be used, and what to use.
struct BannedWord: Sendable {
    /// The word, followed and preceded by something else than a letter.
    let word: String
    let replacement: String
    /// Where it is banned: paths that begin so.
    var scope: [String] = ["Sources/"]
    /// Where it is allowed nevertheless: paths that begin so.
    var exceptions: [String] = []
    /// Whether it is meant in comments instead of in code.
    var isInComments = false
    /// Whether a comment in the same line or the line above is reason enough.
    var isExcusedByComment = false

    /// All of them.
    static let all = inCode + inComments

    private static let inCode = [
        BannedWord(word: "Date()", replacement: "the `Now` that was passed in"),
        BannedWord(word: "UUID()", replacement: "an identifier made from the randomness that was passed in"),
        BannedWord(
            word: "print(",
            replacement: "the logger in the daemon, a returned value elsewhere",
            exceptions: ["Sources/phlistctl/", "Sources/phlist-sim/", "Sources/phlist-load/", "Sources/phlist-bench/"]
        ),
        BannedWord(
            word: "fatalError",
            replacement: "invariant(_:_:) for our own bugs, a typed error for input",
            exceptions: ["Sources/PhlistModel/Invariant.swift"]
        ),
        BannedWord(word: "defect", replacement: "a patch in Tests/mutants for a mistake to make, else a fault"),
        BannedWord(word: "precondition(", replacement: "invariant(_:_:): precondition says nothing under -O"),
        BannedWord(word: "preconditionFailure(", replacement: "invariant(_:_:)"),
        BannedWord(
            word: "@unchecked Sendable",
            replacement: "a value, a Mutex or an actor, or a comment that gives the reason",
            scope: everywhere,
            isExcusedByComment: true
        ),
        BannedWord(
            word: "nonisolated(unsafe)",
            replacement: "a Mutex, or a comment that gives the reason",
            scope: everywhere,
            isExcusedByComment: true
        ),
        BannedWord(
            word: "Task.sleep",
            replacement: "an event with a deadline",
            scope: everywhere,
            // A line that is drawn four times a second waits for nothing.
            exceptions: ["Sources/phlistctl/Terminal/Progress.swift"]
        ),
        BannedWord(word: ".load(fromByteOffset", replacement: "loadUnaligned: bytes have any address"),
        BannedWord(
            word: ".load(as:",
            replacement: "loadUnaligned: bytes have any address",
            // The kernel's own structures are where the kernel wants them.
            exceptions: ["Sources/PhlistDaemon/Network/NetworkWatch.swift"]
        ),
        BannedWord(word: "usleep(", replacement: "an event with a deadline", scope: everywhere),
        BannedWord(word: "try!", replacement: "try, in a function that throws", scope: everywhere),
        BannedWord(word: "as!", replacement: "as? with an answer to nil", scope: everywhere),
        BannedWord(word: "FIXME", replacement: "the repair", scope: everywhere, isInComments: true),
        BannedWord(word: "TODO", replacement: "the work, or an issue", scope: everywhere, isInComments: true),
        BannedWord(word: ".disabled(", replacement: "a test that runs", scope: ["Tests/"]),
        BannedWord(word: "withKnownIssue", replacement: "a test that passes", scope: ["Tests/"]),
    ]

    /// Words that make a comment hard to read, with plain ones.
    private static let inComments = [
        ("/// What", "a noun phrase"), ("/// Who", "a noun phrase"), ("/// Whoever", "a noun phrase"),
        ("/// Whose", "a noun phrase"), ("/// How", "a noun phrase"), ("shall", "must or will"),
        ("whoever", "the subject itself"), ("for ever", "permanently"), ("any more", "no longer"),
        ("he", "they or it"), ("him", "them or it"), ("his", "their or its"), ("himself", "themselves or itself"),
    ].map { BannedWord(word: $0, replacement: $1, isInComments: true) }

    private static let everywhere = ["Sources/", "Tests/"]

    /// Where a file uses the word although it must not.
    func findings(in file: SourceFile, _ source: MaskedSource) -> [String] {
        guard scope.contains(where: file.path.hasPrefix), !exceptions.contains(where: file.path.hasPrefix) else {
            return []
        }
        let lines = isInComments ? source.commentLines : source.codeLines
        return lines.indices.filter { occurs(in: lines[$0]) && !isExcused(at: $0, source) }.map {
            file.finding(line: $0 + 1, "\(word) is banned here; use \(replacement)")
        }
    }

    private func occurs(in line: String) -> Bool {
        line.ranges(of: word).contains { range in
            let before = line[..<range.lowerBound].last
            let after = line[range.upperBound...].first
            return !(word.first?.isLetter == true && isPartOfName(before))
                && !(word.last?.isLetter == true && isPartOfName(after))
        }
    }

    private func isPartOfName(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }

    private func isExcused(at line: Int, _ source: MaskedSource) -> Bool {
        guard isExcusedByComment else { return false }
        return [line, line - 1].contains {
            source.commentLines.indices.contains($0) && source.commentLines[$0].contains("//")
        }
    }
}
