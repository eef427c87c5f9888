import PhlistControl
import PhlistVocabulary

/// The household as text and as fields.
enum HouseholdText {
    static func page(_ reply: HouseholdReply, _ clock: Clock, _ style: Style) -> Page {
        let devices = Table.lines(DeviceText.cells(reply.devices, clock, style), indent: "  ")
        let people: TerminalText =
            reply.members.isEmpty ? "nobody yet" : .joined(reply.members.map { "\($0)" }, separator: ", ")
        let notices = reply.notices.map { notice -> TerminalText in "\(style.warning("warning:")) \(notice)" }
        return Page(
            words: [style.heading("\(reply.name)"), "people: \(people)", "devices:"] + devices + notices,
            rows: [["household", reply.id, reply.name, reply.isOut ? "out" : ""]]
                + reply.members.map { ["member", $0] }
                + reply.devices.map { ["device", $0.id, $0.name, $0.role.name] }
                + reply.notices.map { ["warning", $0] },
            ids: [reply.id]
        )
    }

    static func page(_ reply: LeaveHouseholdReply) -> Page {
        let lists = TerminalText.count(reply.listCount, "list")
        let words: TerminalText = "left \(reply.formerName); this device goes on alone with copies of \(lists)"
        let told = reply.told.map { ["told", $0] }
        return Page(
            words: [words],
            rows: [["left", reply.formerName, reply.name, String(reply.listCount)]] + told
                + reply.notTold.map { ["not told", $0] },
            ids: []
        )
    }

    /// Names the devices that do not know yet; if no other one does, a person there has to act.
    static func notTold(_ reply: LeaveHouseholdReply) -> TerminalText {
        let names: TerminalText = .joined(reply.notTold.map { "\($0)" }, separator: ", ")
        guard reply.told.isEmpty else {
            return "not reached: \(names); they still list this device until another one tells them"
        }
        let advice: TerminalText = "to change that, on an admin device of theirs: phlistctl device remove NAME"
        return "not reached: \(names); they still list this device; \(advice)"
    }
}
