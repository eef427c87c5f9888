import PhlistControl
import PhlistVocabulary

/// Devices as a table for people, and as rows for `--plain`.
enum DeviceText {
    static func people(of device: DeviceView) -> TerminalText {
        "people of \(device.name): \(memberNames(of: device))"
    }

    static func memberNames(of device: DeviceView) -> TerminalText {
        .joined(device.members.map { "\($0)" }, separator: ", ")
    }

    static func table(_ devices: [DeviceView], _ clock: Clock, _ style: Style) -> Page {
        Page(
            words: Table.lines(cells(devices, clock, style)),
            rows: devices.map(row),
            ids: devices.map(\.id)
        )
    }

    /// Returns a page about one device with a line of text.
    static func page(_ device: DeviceView, _ words: TerminalText) -> Page {
        Page(words: [words], rows: [row(device)], ids: [device.id])
    }

    /// Advises to rename a device that has the name of another one.
    static func namesakes(of id: String?, _ context: Context) throws -> [TerminalText] {
        guard context.format == nil, let devices = try? context.ask(HouseholdQuery()).devices,
            let device = devices.first(where: { id.map($0.id.hasPrefix) ?? $0.isThis })
        else { return [] }
        let count = devices.count { $0.name.lowercased() == device.name.lowercased() }
        let rename: TerminalText = "phlistctl device rename \(device.id) NAME"
        return count > 1 ? ["\(count) devices are called \(device.name); to tell them apart: \(rename)"] : []
    }

    /// Advises to have a second admin, if a change has left only one.
    static func onlyAdmin(_ reply: DeviceReply) -> [TerminalText] {
        guard let name = reply.onlyAdmin else { return [] }
        let advice: TerminalText = "make another one an admin with phlistctl device role DEVICE admin"
        return ["only \(name) can add or remove devices; if it is lost, nobody can: \(advice)"]
    }

    /// Returns a row for each device: name, role, people, id, origin, and remarks.
    static func cells(_ devices: [DeviceView], _ clock: Clock, _ style: Style) -> [[TerminalText]] {
        devices.map { device in
            let people = memberNames(of: device)
            return [
                style.heading("\(device.name)"), "\(device.role.name)", people.width == 0 ? "-" : people,
                style.faint("\(device.id)"), remarks(device, clock, style),
            ]
        }
    }

    private static func remarks(_ device: DeviceView, _ clock: Clock, _ style: Style) -> TerminalText {
        if device.isThis { return "this device" }
        let age: TerminalText = device.addedAt.map { " \(clock.age($0))" } ?? ""
        let by: TerminalText = device.addedBy.map { " by \($0)" } ?? ""
        let words: TerminalText = "let in\(by)\(age)"
        return device.isNew ? style.warning("new: \(words)") : words
    }

    private static func row(_ device: DeviceView) -> [String] {
        let remark = device.isThis ? "this" : device.isNew ? "new" : ""
        return [device.id, device.name, device.role.name, device.members.joined(separator: ", "), remark]
    }
}
