package import PhlistControl

/// The open codes, each of which lets one phone in, and the wrong ones that were tried.
///
/// Pure: time and codes are arguments. Codes are kept in memory alone: a daemon that starts anew has none.
package struct EntryCodes: Sendable {
    private var open: [EntryCode: Entry] = [:]
    /// The times of wrong codes, by the address that they came from.
    private var misses: [String: [Int64]] = [:]

    /// The end of a code, and what it lets in.
    package struct Entry: Sendable, Equatable {
        /// The id of the member, in hexadecimal.
        package let member: String
        /// Milliseconds since 1970.
        package let expiresAt: Int64
    }

    package init() {}

    /// Opens a code for a phone of a member.
    ///
    /// - Throws: `tryAgain` when too many are open.
    package mutating func open(_ code: EntryCode, for member: String, now: Int64) throws(ControlError) -> Entry {
        forget(now: now)
        guard open.count < WebLimits.openCodesMax else {
            throw ControlError(.tryAgain, "\(open.count) codes are open already; each ends after ten minutes")
        }
        let entry = Entry(member: member, expiresAt: now + Self.life)
        open[code] = entry
        return entry
    }

    /// Uses up a code.
    ///
    /// - Parameters:
    ///   - text: The text that somebody typed.
    ///   - source: The address that it came from.
    ///   - now: Milliseconds since 1970.
    /// - Returns: The member of whom a phone gets in.
    /// - Throws: `tryAgain` after too many wrong codes, `notPermitted` for a wrong one.
    package mutating func take(_ text: String, from source: String, now: Int64) throws(ControlError) -> Entry {
        forget(now: now)
        guard misses[source]?.count ?? 0 < WebLimits.missesPerSourceMax else { throw Self.tooMany }
        if let code = EntryCode(text), let entry = open.removeValue(forKey: code) { return entry }
        misses[source, default: []].append(now)
        if misses.values.reduce(0, { $0 + $1.count }) >= WebLimits.missesMax {
            open = [:]
            throw Self.tooMany
        }
        throw ControlError(
            .notPermitted,
            "the code is wrong, was used, or is older than ten minutes",
            hint: "get a new one: phlistctl phone add NAME"
        )
    }

    private static let life = WebLimits.codeMinutes * 60 * 1000

    private static var tooMany: ControlError {
        ControlError(.tryAgain, "too many wrong codes were tried", hint: "wait ten minutes, then get a new code")
    }

    private mutating func forget(now: Int64) {
        // A clock that was set back must not make a code last longer.
        open = open.filter { now < $0.value.expiresAt && now >= $0.value.expiresAt - Self.life }
        misses = misses.compactMapValues { times in
            let recent = times.filter { abs(now - $0) < Self.life }
            return recent.isEmpty ? nil : recent
        }
    }
}
