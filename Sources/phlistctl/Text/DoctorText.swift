import PhlistControl

/// The results of the checks, as text and as fields.
enum DoctorText {
    static func page(_ reply: DoctorReply, _ style: Style) -> Page {
        let width = reply.checks.map { ("\($0.name)" as TerminalText).width }.max() ?? 0
        return Page(
            words: reply.checks.flatMap { lines($0, width: width, style) } + [sum(reply.checks)],
            rows: reply.checks.map { [$0.state.rawValue, $0.name, $0.finding, $0.remedy ?? ""] },
            ids: reply.checks.filter { $0.state != .ok }.map(\.name)
        )
    }

    private static func lines(_ check: HealthCheck, width: Int, _ style: Style) -> [TerminalText] {
        let name = ("\(check.name)" as TerminalText).padded(to: width)
        let line: TerminalText = "\(state(check.state, style))  \(name)  \(check.finding)"
        return [line] + (check.remedy.map { ["         \($0)"] } ?? [])
    }

    private static func state(_ state: HealthCheck.State, _ style: Style) -> TerminalText {
        switch state {
        case .ok: style.good("ok     ")
        case .warning: style.warning("warning")
        case .problem: style.urgent("problem")
        }
    }

    private static func sum(_ checks: [HealthCheck]) -> TerminalText {
        let problems = checks.count { $0.state == .problem }
        let warnings = checks.count { $0.state == .warning }
        guard problems + warnings > 0 else { return "everything is ok" }
        return "\(TerminalText.count(problems, "problem")), \(TerminalText.count(warnings, "warning"))"
    }
}

/// Accepted losses, as text and as fields.
struct GiveUpText {
    let style: Style

    func page(_ reply: GiveUpReply) -> Page {
        Page(words: words(reply), rows: rows(reply), ids: [])
    }

    private func words(_ reply: GiveUpReply) -> [TerminalText] {
        let lost = reply.lost.map { missing -> TerminalText in "lost: \(numbers(missing))" }
        return (lost.isEmpty && reply.droppedCount == 0 ? ["lost: nothing that left a trace"] : lost)
            + (reply.rewrittenCount == 0
                ? [] : ["kept: \(TerminalText.count(reply.rewrittenCount, "change")) that waited, written again"])
            + (reply.droppedCount == 0
                ? [] : [style.warning("lost: \(TerminalText.count(reply.droppedCount, "change")) of an unknown list")])
            + reply.recoveredLists.map { "kept: what was in \($0), in a new private list of this name" }
            + reply.hiddenLists.map { "private from now on, as nobody has confirmed who may see it: \($0)" }
            + (reply.isNewHousehold ? ["the household is founded anew: its beginning is lost"] : [])
    }

    private func numbers(_ missing: StatusReply.Store.Missing) -> TerminalText {
        let count = missing.last - missing.first + 1
        let numbers = count == 1 ? "change \(missing.first)" : "changes \(missing.first) to \(missing.last)"
        let device = missing.device.map { " of \($0)" } ?? ""
        return "\(numbers + device + (missing.list.map { " in \($0)" } ?? " of an unknown list"))"
    }

    private func rows(_ reply: GiveUpReply) -> [[String]] {
        reply.lost.map { ["lost", $0.list ?? "", $0.device ?? "", String($0.first), String($0.last)] }
            + [["rewritten", String(reply.rewrittenCount)], ["dropped", String(reply.droppedCount)]]
            + reply.recoveredLists.map { ["recovered", $0] } + reply.hiddenLists.map { ["private", $0] }
            + (reply.isNewHousehold ? [["founded"]] : [])
    }
}
