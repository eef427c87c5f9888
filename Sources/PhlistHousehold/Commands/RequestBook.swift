import OrderedCollections

/// Recently answered requests with their outcomes.
package struct RequestBook {
    /// Answers, by the name in the tag.
    private var answers: OrderedDictionary<UInt64, Answer> = [:]
    /// The number of references in all outcomes.
    private var referenceCount = 0

    private struct Answer {
        var digest: UInt32
        var outcome: Outcome
        var at: Int64
    }

    /// Creates a book without answers.
    package init() {}

    /// Records an outcome; the oldest ones are forgotten.
    package mutating func note(_ tag: RequestTag, at milliseconds: Int64, _ outcome: Outcome) {
        forget(tag.name)
        answers[tag.name] = Answer(digest: tag.digest, outcome: outcome, at: milliseconds)
        referenceCount += outcome.referenceCount
        while answers.count > HouseholdLimits.requestsMax || referenceCount > HouseholdLimits.requestReferencesMax {
            guard answers.count > 1, let oldest = answers.keys.first else { return }
            forget(oldest)
        }
    }

    private mutating func forget(_ name: UInt64) {
        referenceCount -= answers.removeValue(forKey: name)?.outcome.referenceCount ?? 0
    }

    /// The recorded outcomes, oldest first: recording them again gives the same book.
    package var facts: [LocalFact] {
        answers.map { name, answer in
            .request(RequestTag(name: name, digest: answer.digest), at: answer.at, answer.outcome)
        }
    }

    /// Returns the outcome of an earlier request; nil if there was none within a day.
    ///
    /// - Throws: If the same key came with another request.
    package func outcome(of key: RequestKey, of uid: UInt32, at milliseconds: Int64) throws(CommandError) -> Outcome? {
        let tag = RequestTag(key, of: uid)
        guard let answer = answers[tag.name] else { return nil }
        guard abs(milliseconds - answer.at) < HouseholdLimits.requestMillisecondsMax else { return nil }
        guard answer.digest == tag.digest else { throw .requestKeyReused(key.text) }
        return answer.outcome
    }
}
