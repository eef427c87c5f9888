import OrderedCollections

/// The requests that were answered lately, with what became of them.
struct RequestBook {
    private var answers: OrderedDictionary<Asked, Answer> = [:]
    /// The references in all outcomes.
    private var referenceCount = 0

    /// Keys of different users have nothing to do with each other.
    private struct Asked: Hashable {
        var uid: UInt32
        var key: String
    }

    private struct Answer {
        var digest: UInt64
        var outcome: Outcome
        var at: Int64
    }

    /// Notes what became of a request; the oldest ones are forgotten.
    mutating func note(_ key: RequestKey, of uid: UInt32, at milliseconds: Int64, _ outcome: Outcome) {
        let asked = Asked(uid: uid, key: key.text)
        forget(asked)
        answers[asked] = Answer(digest: key.digest, outcome: outcome, at: milliseconds)
        referenceCount += outcome.referenceCount
        while answers.count > SyncLimits.requestsMax || referenceCount > SyncLimits.requestReferencesMax {
            guard answers.count > 1, let oldest = answers.keys.first else { return }
            forget(oldest)
        }
    }

    private mutating func forget(_ asked: Asked) {
        referenceCount -= answers.removeValue(forKey: asked)?.outcome.referenceCount ?? 0
    }

    /// What is noted, the oldest first: noting it again gives the same book.
    var facts: [LocalFact] {
        answers.map { asked, answer in
            .request(RequestKey(text: asked.key, digest: answer.digest), uid: asked.uid, at: answer.at, answer.outcome)
        }
    }

    /// What became of a request that came before; nil when none did within a day.
    ///
    /// - Throws: When the same key came with another request.
    func outcome(of key: RequestKey, of uid: UInt32, at milliseconds: Int64) throws(CommandError) -> Outcome? {
        guard let answer = answers[Asked(uid: uid, key: key.text)] else { return nil }
        guard abs(milliseconds - answer.at) < SyncLimits.requestMillisecondsMax else { return nil }
        guard answer.digest == key.digest else { throw .requestKeyReused(key.text) }
        return answer.outcome
    }
}
