import PhlistVocabulary

/// The reminders that one person has had on one device; kept from run to run.
struct ReminderRecord: Equatable {
    /// The moment of the first run; nothing before it is shown.
    var since: CivilDate
    var shown: Set<ReminderKey> = []
    /// When to show a reminder again.
    var snoozed: [ReminderKey: CivilDate] = [:]

    init(since: CivilDate) {
        self.since = since
    }

    /// Forgets reminders that are long past, once there are many.
    ///
    /// Few are kept however old they are, so that a clock that was ahead for a while brings none of them back.
    mutating func prune(before first: CivilDate) {
        guard shown.count > Limits.remindersKeptMax else { return }
        shown = shown.filter { $0.moment >= first }
    }
}

extension ReminderRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, since, shown, snoozed
    }

    private struct Snooze: Codable {
        var item: String
        var moment: CivilDate
        var until: CivilDate
    }

    /// The version of the form.
    private static let version = 1

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(Int.self, forKey: .version) == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version,
                in: container,
                debugDescription: "it is of a later version of phlistctl"
            )
        }
        since = try container.decode(CivilDate.self, forKey: .since)
        let items = try container.decode([String: [CivilDate]].self, forKey: .shown)
        shown = Set(items.flatMap { item, moments in moments.map { ReminderKey(item: item, moment: $0) } })
        for snooze in try container.decode([Snooze].self, forKey: .snoozed) {
            snoozed[ReminderKey(item: snooze.item, moment: snooze.moment)] = snooze.until
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .version)
        try container.encode(since, forKey: .since)
        let items = Dictionary(grouping: shown.sorted(), by: \.item).mapValues { $0.map(\.moment) }
        try container.encode(items, forKey: .shown)
        let snoozes = snoozed.sorted { $0.key < $1.key }
        try container.encode(
            snoozes.map { Snooze(item: $0.key.item, moment: $0.key.moment, until: $0.value) },
            forKey: .snoozed
        )
    }
}
