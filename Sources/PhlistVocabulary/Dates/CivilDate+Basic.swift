/// The basic text form of RFC 5545, sections 3.3.4 and 3.3.5: `20261225`, with a time `20261225T180000`.
extension CivilDate {
    /// Parses the basic form; nil for everything else.
    ///
    /// Seconds and a `Z` are dropped, as phlist plans by the wall clock.
    package init?(basic text: some StringProtocol) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count <= 2, let day = halves.first, day.count == 8, day.allSatisfy(\.isASCII) else { return nil }
        var date = "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
        if halves.count == 2 {
            guard halves[1].count >= 6, halves[1].dropFirst(6).allSatisfy({ $0 == "Z" }) else { return nil }
            date += "T\(halves[1].prefix(2)):\(halves[1].dropFirst(2).prefix(2))"
        }
        self.init(date)
    }

    /// The basic form.
    package var basicText: String {
        let day = "\(withoutTime)".filter { $0 != "-" }
        return timeText.map { "\(day)T\($0.filter { $0 != ":" })00" } ?? day
    }
}
