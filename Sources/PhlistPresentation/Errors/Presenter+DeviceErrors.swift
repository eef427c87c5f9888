package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Words for refusals about devices, and about the household as a whole.
extension Presenter {
    func explain(_ error: DeviceError) -> ControlError {
        switch error {
        case .notFound(let name):
            ControlError(.personNotFound, "no device \"\(name)\"", hint: "see all with: phlistctl device ls")
        case .ambiguous(let name, let candidates):
            ambiguous("device", name, candidates.map { "\($0)  \(library.deviceName($0) ?? "")" })
        case .nameTaken(let name):
            ControlError(.invalid, "another device is called \"\(name)\"", hint: "see all with: phlistctl device ls")
        case .tooManyMembers(let count):
            ControlError(
                .invalid,
                "\(count) people are too many for one device; at most \(PhlistModel.Limits.deviceMembersMax)"
            )
        case .tooMany:
            ControlError(.notPermitted, "the household has \(HouseholdLimits.devicesMax) devices; no more fit")
        case .inUse(let members):
            ControlError(
                .notPermitted,
                "this device is already used by \(members.map { name(of: $0) }.joined(separator: ", "))",
                hint: "join without --as: they come along under their names"
            )
        case .lastAdmin:
            ControlError(
                .notPermitted,
                "the household would be left without an admin device",
                hint: "make another device an admin first: phlistctl device role DEVICE admin"
            )
        case .removesItself:
            ControlError(.invalid, "that is this device", hint: "to leave the household: phlistctl household leave")
        case .notAdmin:
            ControlError(.notPermitted, "this device is not an admin: it cannot add or remove devices", hint: adminHint)
        case .mayNotChange(let member):
            ControlError(
                .notPermitted,
                "this device is not an admin: it cannot change who \(name(of: member)) is",
                hint: adminHint
            )
        }
    }

    func explain(_ error: HouseholdError) -> ControlError {
        switch error {
        case .tooManyChanges:
            ControlError(
                .notPermitted,
                "this device has changed the household's devices too often: others would not take one more change",
                hint: "do it on another admin device: phlistctl device ls"
            )
        case .alone:
            ControlError(.invalid, "this device is alone in its household: there is nobody to leave")
        case .notIn:
            ControlError(
                .notPermitted,
                "this device is not part of a household",
                hint: "see: phlistctl household status"
            )
        case .hasAdmins(let admins):
            ControlError(
                .notPermitted,
                "reform is not needed: \(names(of: admins)) can add devices",
                hint: "if they are gone for good: phlistctl household reform --force"
            )
        case .hasOtherDevices(let count):
            ControlError(
                .notPermitted,
                "this device is in \(companyWords(count))",
                hint: "to leave them: phlistctl household leave"
            )
        case .listsInTheWay(let count):
            ControlError(
                .notPermitted,
                "this device has \(count.counted("list")), with those in the trash; "
                    + "a backup is only restored where there are none",
                hint: "\(wayToEmptyDevice) and start it again"
            )
        case .alreadyIn:
            ControlError(.notPermitted, "this device is already in that household")
        case .keyWasRemoved:
            ControlError(
                .notPermitted,
                "that device left this household or was removed from it, and cannot come back with its old key",
                hint: "give it a new key: stop phlistd there, move its state directory (~/.local/share/phlist, or "
                    + "/var/lib/phlist of the service) away, start it, and join; "
                    + "to take along lists that only it has: phlistctl export before, import after"
            )
        case .hostWasRemoved(let name):
            ControlError(
                .notPermitted,
                "cannot join through \(name): it was removed from the household",
                hint: "start phlistctl pair on another device of the household"
            )
        case .unconfirmedMembers(let members):
            ControlError(
                .notPermitted,
                "nobody has said that the new device may join as "
                    + members.map { name(of: $0) }.joined(separator: ", ")
            )
        case .deviceRemoved:
            ControlError(
                .notPermitted,
                (library.removal.map(removalWords) ?? "this device is no longer part of the household")
                    + "; nothing was changed; \(Self.waysOut)"
            )
        }
    }

    /// Returns the error for a device that cannot take a backup.
    ///
    /// To leave the household would not help: the lists stay here, and they are in the way of the backup, too.
    package func explainRestoring(_ error: CommandError) -> ControlError {
        var explained = explain(error)
        if case .household(.hasOtherDevices) = error {
            explained.hint = "\(wayToEmptyDevice) start it again and restore; then join them anew: phlistctl join"
        }
        return explained
    }

    private var wayToEmptyDevice: String { "stop phlistd, move \(stateDirectory) away," }

    /// The options of a removed device.
    static let waysOut = "go on alone: phlistctl household leave; or go into another household: phlistctl join"

    /// The removal of this device with its options; nil while it is in.
    var removalNotice: String? { library.removal.map { "\(removalWords($0)); \(Self.waysOut)" } }

    /// Returns who removed this device, and when, in words.
    func removalWords(_ removal: Removal) -> String {
        guard removal.device != library.device else { return "this device has left the household" }
        let day = localDay(removal.at).map { ", \($0.shortWords)" } ?? ""
        return "this device is no longer part of the household: removed by \(remover(in: removal))\(day)"
    }

    /// Returns the name of the person who removed this device; without one, of the device that did.
    func remover(in removal: Removal) -> String {
        library.memberName(removal.person) ?? library.deviceName(removal.device) ?? "another device"
    }

    /// Other devices that a sentence names at most.
    private static let companionsNamedMax = 4

    /// Returns the household and its other devices by their names, as far as they are known.
    private func companyWords(_ count: Int) -> String {
        let others = library.household?.roster.sorted.map(\.id).filter { $0 != library.device } ?? []
        guard !others.isEmpty, let name = library.household?.name else {
            return "a household with \(count == 1 ? "another device" : "\(count) other devices")"
        }
        let more = others.count - Self.companionsNamedMax
        let named = names(of: Array(others.prefix(Self.companionsNamedMax))) + (more > 0 ? " and \(more) more" : "")
        return "the household \"\(name)\" with \(named)"
    }

    private var adminHint: String {
        let admins = library.household?.roster.admins ?? []
        guard !admins.isEmpty else { return "no admin is left; found the household anew: phlistctl household reform" }
        return "do it on \(names(of: admins))"
    }

    private func names(of devices: [DeviceID]) -> String {
        devices.map { library.deviceName($0) ?? "\($0)" }.joined(separator: ", ")
    }
}

extension CivilDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The date in words, for example `Sat 28 Nov 2026`.
    fileprivate var shortWords: String {
        let weekday = "\(weekday)".prefix(3)
        return "\(weekday.prefix(1).uppercased())\(weekday.dropFirst()) \(day) \(Self.months[month - 1]) \(year)"
    }
}
