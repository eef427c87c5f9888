package import PhlistControl
import PhlistHousehold
package import PhlistModel
import PhlistVocabulary

/// Replies about devices, and about the household as a whole.
extension Presenter {
    package func household(_ news: HouseholdNews) -> HouseholdReply {
        HouseholdReply(
            id: library.householdID?.description ?? "",
            name: library.household?.name ?? "",
            devices: devices(news),
            members: (library.household?.members ?? []).compactMap { library.memberName($0) },
            isOut: news.isOut,
            removedBy: library.removal.map(remover(in:)),
            removedAt: library.removal?.at,
            notices: notices(news)
        )
    }

    /// Returns the names of the devices that do not know yet that this one is out.
    package func devicesToTell(_ news: HouseholdNews) -> [String] {
        // A device that says that this one is out knows it already, and the household spreads a removal by itself.
        guard library.removal == nil else { return [] }
        let aware = news.removalClaims.map(\.description)
        return devices(news).filter { !$0.isThis && !aware.contains($0.id) }.map(\.name)
    }

    package func devices(_ news: HouseholdNews) -> [DeviceView] {
        let devices = library.household?.roster.sorted.map(\.id) ?? []
        return devices.map { view(of: $0, news) }.sorted { (fold($0.name), $0.id) < (fold($1.name), $1.id) }
    }

    package func view(of device: DeviceID, _ news: HouseholdNews) -> DeviceView {
        let roster = library.household?.roster
        let author = roster?.authors[device]
        let newPeople = news.unseenPeople[device] ?? []
        return DeviceView(
            id: device.description,
            name: author?.name ?? "",
            role: roster?.devices[device]?.role == .admin ? .admin : .member,
            members: peopleNames(author?.members ?? []),
            isThis: device == library.device,
            isNew: news.unseenDevices.contains(device) || !newPeople.isEmpty,
            newFor: newPeople.isEmpty ? nil : newPeople.compactMap { library.memberName($0.member) },
            addedAt: author?.admission.map { $0.stamp.milliseconds },
            addedBy: author?.admission.flatMap { $0.device == device ? nil : library.deviceName($0.device) }
        )
    }

    /// Returns a device as a change would leave it.
    package func preview(
        of device: DeviceID,
        _ request: ChangeDeviceRequest,
        _ news: HouseholdNews
    ) throws(ControlError) -> DeviceView {
        var view = view(of: device, news)
        view.name = request.name ?? view.name
        view.role = request.role ?? view.role
        for name in request.addMembers ?? [] {
            let member = try explaining { () throws(CommandError) in try library.member(named: name) }
            guard let name = library.memberName(member), !view.members.contains(name) else { continue }
            view.members.append(name)
        }
        return view
    }

    /// Returns the names of the members who use a device and no other one.
    package func membersWithoutOther(_ device: DeviceID) -> [String] {
        guard let household = library.household else { return [] }
        let people = { household.roster.authors[$0]?.members ?? [] }
        let others = household.roster.devices.keys.filter { $0 != device }.flatMap(people)
        let alone = people(device).filter { household.members.contains($0) && !others.contains($0) }
        return alone.compactMap { library.memberName($0) }
    }

    /// Returns whether a name leads to a device, in the household or removed, where former devices are looked for, too.
    package func isFound(_ device: DeviceID, called name: String) -> Bool {
        (try? library.device(named: name, includesFormer: true)) == device
    }

    /// Returns a sentence about a name that the configuration gives this device; nil if the household knows it by that
    /// name, or by none yet.
    ///
    /// The configuration names a device when its household is founded; from then on the household does.
    package func remark(onConfiguredName name: String) -> String? {
        guard let known = library.deviceName(library.device), known != name else { return nil }
        // Only the last argument can be told from an option.
        let isClear = !known.hasPrefix("-") && (try? library.device(named: known)) != nil
        let reference = isClear ? known.asArgument : "\(library.device)"
        return "device-name is for the first start alone, and the household calls this device \(known); "
            + "to change that: phlistctl device rename \(reference) \(name.asArgument)"
    }

    /// The name of the only admin device of a household with other devices; nil if there are more, or none.
    package var onlyAdmin: String? {
        guard let roster = library.household?.roster, roster.devices.count > 1, roster.admins.count == 1 else {
            return nil
        }
        return library.deviceName(roster.admins[0])
    }

    /// Returns the names of a device's people, without those who were removed as long as anybody else uses it.
    private func peopleNames(_ people: [MemberID]) -> [String] {
        let present = people.filter { !(library.household?.member($0)?.isRemoved ?? false) }
        return (present.isEmpty ? people : present).compactMap { library.assigneeName($0) }
    }

    /// Returns notices for the people of the household, one sentence each, with advice.
    func notices(_ news: HouseholdNews) -> [String] {
        let others = library.household?.roster.sorted.map(\.id) ?? []
        let newcomers = others.flatMap { device -> [String] in
            let name = library.deviceName(device) ?? ""
            let advice =
                ": phlistctl device ls shows it and ends this notice; "
                + "if you do not know it, remove it \(wayOut(of: device, name))"
            let admissions = personNotices(of: device, called: name, news)
            guard admissions.isEmpty, news.unseenDevices.contains(device) else { return admissions.map { $0 + advice } }
            let host = library.household?.roster.authors[device]?.admission.flatMap {
                library.deviceName($0.device)
            }
            return ["\(name) has joined, let in by \(host ?? "another device")\(advice)"]
        }
        // What a device that is out says of the household is about the past.
        return exitNotices(news) + newcomers + (news.isOut ? [] : adminNotices())
    }

    /// Returns unseen admissions of a device for people of this one, in words: "ann admitted tablet as you".
    private func personNotices(of device: DeviceID, called name: String, _ news: HouseholdNews) -> [String] {
        let roster = library.household?.roster
        let isOnePersons = roster?.devices[library.device]?.members.count == 1
        return (news.unseenPeople[device] ?? []).map { person, act in
            let you = isOnePersons ? "you" : self.name(of: person)
            let host = library.deviceName(act.device) ?? "another device"
            let isAdmission = roster?.authors[device]?.admission == act
            return isAdmission ? "\(host) admitted \(name) as \(you)" : "\(host) lets \(you) use \(name)"
        }
    }

    /// Returns how a device is put out: with a command here, or on a device that may.
    private func wayOut(of device: DeviceID, _ name: String) -> String {
        let roster = library.household?.roster
        let isAdmin = roster?.devices[library.device]?.role == .admin
        let admins = (roster?.admins ?? []).filter { $0 != device }.compactMap(library.deviceName)
        guard !isAdmin, !admins.isEmpty else { return "with phlistctl device remove \(name.asArgument)" }
        return "on \(admins.joined(separator: " or "))"
    }

    private func exitNotices(_ news: HouseholdNews) -> [String] {
        guard news.isOut else { return [] }
        return [removalNotice ?? removalClaim(news).map { "\($0); \(Self.waysBack)" }].compactMap(\.self)
    }

    /// The options of a device that others say is out.
    static let waysBack = "come back with a code from there: phlistctl join; or go on alone: phlistctl household leave"

    /// A clause about the devices that say that this one is out; nil if none does.
    func removalClaim(_ news: HouseholdNews) -> String? {
        let claims = news.removalClaims.map { library.deviceName($0) ?? "\($0)" }.sorted()
        guard !claims.isEmpty else { return nil }
        let names = claims.joined(separator: ", ")
        return "\(names) \(claims.count == 1 ? "says" : "say") that this device is out of the household"
    }

    private func adminNotices() -> [String] {
        guard let roster = library.household?.roster, roster.devices.count > 1 else { return [] }
        guard let admin = roster.admins.first else {
            return ["no device can add or remove devices: phlistctl household reform founds the household anew"]
        }
        guard onlyAdmin != nil else { return [] }
        return [
            "only \(library.deviceName(admin) ?? "") can add or remove devices; if it is lost, nobody can: "
                + "make another one an admin with phlistctl device role DEVICE admin"
        ]
    }
}
