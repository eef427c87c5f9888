package import PhlistControl
package import PhlistHousehold
import PhlistModel
package import PhlistSync

/// The state of the store, for clients.
extension Presenter {
    /// More do not fit on a line; `damage` has all.
    private static let missingNamedMax = 4

    /// Returns the state of the store, without the names of lists that the caller may not see.
    func view(of store: StoreReport, for caller: Principal) -> StatusReply.Store {
        let (health, reason) = health(of: store, for: caller)
        return StatusReply.Store(
            directory: stateDirectory,
            bytes: Int64(store.byteCount),
            health: health,
            reason: reason,
            damage: store.damage.map { view(of: $0, holes: store.holes, for: caller) },
            fetched: store.fetched.map { StatusReply.Store.Fetched(device: $0.deviceName, batchCount: $0.batchCount) },
            givenUp: store.surrender.map { StatusReply.Store.GivenUp(changeCount: $0.changeCount, at: $0.at) }
        )
    }

    private func health(
        of store: StoreReport,
        for caller: Principal
    ) -> (StatusReply.Store.Health, reason: String?) {
        switch store.condition {
        case .failed(let cause):
            (.failed, "\(cause); nothing more is stored: replace the disk, what is here can be read")
        case .readOnly(let cause): (.readOnly, "\(cause); nothing more is stored: mend that and restart phlistd")
        case .full(let cause): (.full, "\(cause); nothing more is stored until there is room; tried every 30 s")
        case .ok: store.damage.map { (.degraded, words(of: $0, in: store, for: caller)) } ?? (.ok, nil)
        }
    }

    private func words(of damage: Damage, in store: StoreReport, for caller: Principal) -> String {
        guard damage.isHouseholdKnown else {
            return "the log has lost which household this device is in: join it again from another device"
        }
        let missing = missing(damage.feeds, for: caller)
        guard missing.isEmpty else {
            let named = missing.prefix(Self.missingNamedMax).map(\.words).joined(separator: ", ")
            let more = missing.count - Self.missingNamedMax
            let lost = more > 0 ? "\(named) and \(more) more" : named
            return "the log has lost \(lost); \(advice(onDamageIn: store))"
        }
        return "the log has lost something; \(advice(onDamageIn: store))"
    }

    private func advice(onDamageIn store: StoreReport) -> String {
        guard library.household?.roster.devices.count ?? 0 > 1 else {
            return "no other device is in this household; accept it with: phlistctl doctor --give-up"
        }
        return store.areOthersAsked
            ? "the other devices are on and show nothing of it; accept it with: phlistctl doctor --give-up"
            : "other devices give it back when they are on: phlistctl sync"
    }

    private func view(of damage: Damage, holes: [String], for caller: Principal) -> StatusReply.Store.Damage {
        StatusReply.Store.Damage(
            holes: holes,
            missing: missing(damage.feeds, for: caller),
            waitingCount: damage.heldBackCount,
            unconfirmed: damage.unconfirmed.map { title($0, for: caller) }
        )
    }

    /// Returns the missing changes, by list and device.
    package func missing(_ feeds: [Damage.Feed], for caller: Principal) -> [StatusReply.Store.Missing] {
        feeds.flatMap { feed in
            feed.missing.map { range in
                StatusReply.Store.Missing(
                    list: feed.scope.map { title($0, for: caller) },
                    device: feed.deviceName ?? feed.device?.description,
                    first: range.lowerBound,
                    last: range.upperBound
                )
            }
        }
    }

    private func title(_ scope: Damage.Scope, for caller: Principal) -> String {
        guard !scope.isHousehold else { return "the household" }
        let isSeen = library.list(scope.id).map { library.isVisible($0, to: caller) } ?? false
        return isSeen ? scope.title ?? "list \(scope.id)" : "a list"
    }

    /// Returns warnings about the disk and about logs that were set aside.
    func warnings(of store: StoreReport) -> [String] {
        let outdated = store.outdated.map { "\(Self.words(ofOutdated: $0)): \(Self.remedy(forOutdated: $0))" }
        guard let free = store.disk.freeBytes, free < store.disk.freeBytesMin else { return outdated }
        return ["only \(HealthCheck.size(free)) are free on the disk of \(store.disk.path): make room"] + outdated
    }

    static func words(ofOutdated path: String) -> String {
        "an earlier phlist wrote \(path); this one cannot read it and has begun with an empty log"
    }

    static func remedy(forOutdated path: String) -> String {
        "import what was exported before the upgrade: phlistctl import FILE; then remove it: rm \(path)"
    }
}

extension StatusReply.Store.Missing {
    /// The changes in words, for example `changes 5 to 9 of ben in Groceries`.
    fileprivate var words: String {
        let numbers = first == last ? "change \(first)" : "changes \(first) to \(last)"
        return numbers + (device.map { " of \($0)" } ?? "") + (list.map { " in \($0)" } ?? " of an unknown list")
    }
}
