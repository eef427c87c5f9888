import Foundation
import Testing

@testable import PhlistControl

/// The household of the table: each role has a device that really runs.
final class AccessHousehold {
    /// Owns all lists, on an admin device.
    let ann: Home
    let ben, carl, dora, erik: Home
    /// For the house.
    let nas: Home
    /// Ben's second one, an admin.
    let tablet: Home
    /// Erik's second one, switched off after it has joined.
    let spare: Home
    /// Ann's second one, which runs as a system service; only root can have other users at it.
    let shared: Home
    var service: SystemService?
    /// Ids of devices by name.
    private(set) var devices: [String: String] = [:]
    /// Ids of the lists and forms by title.
    private(set) var lists: [String: String] = [:]
    /// What came of each cell.
    private(set) var outcomes: [AccessCell: AccessOutcome] = [:]
    /// What the owner's device showed of everything, after somebody had acted: nobody acts until somebody else does.
    private var observer: AccessObserver?

    static var isRoot: Bool { geteuid() == 0 }
    /// The roles that the user of the test can take.
    static var roles: [AccessRole] { AccessRole.allCases.filter { isRoot || !$0.needsRoot } }

    init() throws {
        ann = try Home.called("ann")
        ben = try Home.device("ben")
        carl = try Home.device("carl")
        dora = try Home.device("dora")
        erik = try Home.device("erik")
        nas = try Home.device("nas")
        tablet = try Home.device("tablet")
        spare = try Home.device("spare")
        shared = try Home.device("shared")
    }

    /// Brings the devices together, each for its person.
    func join() throws {
        let guests = [
            (ben, "ben"), (carl, "carl"), (dora, "dora"), (erik, "erik"), (nas, "house"), (tablet, "ben"),
            (spare, "erik"), (shared, "ann"),
        ]
        for (guest, person) in guests {
            let opened = try client(ann).reply(to: .openPairing(for: person))
            let host = "127.0.0.1:\(opened.port ?? 0)"
            _ = try client(guest).reply(to: .join(JoinRequest(code: opened.code ?? "", host: host)))
        }
        for device in try client(ann).reply(to: ControlRequest(HouseholdQuery())).devices {
            devices[device.name] = device.id
        }
    }

    /// The devices that go on while a role changes hands.
    var others: [Home] { [ben, carl, erik, nas] }

    // MARK: Who acts

    /// The home of a role's device.
    func home(of role: AccessRole) -> Home {
        switch role {
        case .owner, .otherLogin: ann
        case .participant: ben
        case .invited: carl
        case .formerUnaware, .formerAware: dora
        case .other: erik
        case .house: nas
        case .removedUnaware, .removedAware: tablet
        case .serviceUser: shared
        }
    }

    /// Somebody at the shell of a role.
    func actor(_ role: AccessRole) throws -> AccessActor {
        let home = home(of: role)
        let directory = role.needsRoot ? "\(home.directory)/guest" : home.directory
        var environment = home.environment
        if let service, role == .serviceUser { environment["PHLIST_SOCKET"] = service.socket }
        var actor = AccessActor(role: role, shell: Shell(environment: environment, directory: directory))
        actor.names = names(of: role)
        guard role.needsRoot else { return actor }
        actor.user = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all"]
        actor.program = "\(directory)/phlistctl"
        return actor
    }

    /// What the device of a role is called.
    func deviceName(of role: AccessRole) -> String {
        let names = [
            ("ann", ann), ("ben", ben), ("carl", carl), ("dora", dora), ("erik", erik), ("nas", nas),
            ("tablet", tablet), ("shared", shared),
        ]
        return names.first { $0.1 === home(of: role) }?.0 ?? ""
    }

    /// The device that a role would manage: somebody else's, which acts no more once it may be gone.
    private func subject(of role: AccessRole) -> String {
        switch role {
        case .owner: "spare"
        case .other, .removedUnaware: "carl"
        default: "erik"
        }
    }

    private func names(of role: AccessRole) -> [String: String] {
        let person: [AccessRole: String] = [
            .owner: "ann", .participant: "ben", .invited: "carl", .formerUnaware: "dora", .formerAware: "dora",
            .other: "erik", .house: "house", .removedUnaware: "ben", .removedAware: "ben", .otherLogin: "ann",
            .serviceUser: "ann",
        ]
        let home = home(of: role)
        return [
            "ME": person[role] ?? "", "OTHER": role == .other ? "carl" : "erik",
            "DEVICE": devices[subject(of: role)] ?? "",
            "THIS": devices[deviceName(of: role)] ?? "", "BACKUP": "\(ann.directory)/kept.backup",
            "STATE": "\(home.directory)/state",
        ]
    }

    // MARK: What came of it

    /// Lets some roles give all their commands, and tells what the owner's device has of it once it has met them.
    ///
    /// - Parameters:
    ///   - roles: Who acts, all at once.
    ///   - part: Takes their devices away from the owner's, if need be.
    ///   - meet: Brings their devices together with the owner's.
    /// - Throws: Where a program, or a daemon, cannot be asked at all.
    func act(
        _ roles: [AccessRole],
        part: () throws -> Void = {},
        meet: () throws -> Void
    ) async throws {
        let cells = AccessCell.all(roles)
        let before = evidence(for: cells, seenBy: try observer ?? look())
        try part()
        let said = try await Self.outcomes(try roles.map(actor))
        try meet()
        let seen = try look()
        let after = evidence(for: cells, seenBy: seen)
        observer = seen
        for cell in cells {
            outcomes[cell] = said[cell].map { outcome(of: cell, $0, isChanged: before[cell] != after[cell]) }
        }
    }

    private func outcome(of cell: AccessCell, _ said: AccessOutcome, isChanged: Bool) -> AccessOutcome {
        guard cell.row.evidence != nil else { return said }
        guard said.isDone else { return isChanged && cell.row.list != nil ? .unknown("\(said), and done") : said }
        guard cell.role.isUnaware else { return isChanged ? .yes : .withoutEffect }
        return isChanged ? .kept : .dropped
    }

    private static func outcomes(_ actors: [AccessActor]) async throws -> [AccessCell: AccessOutcome] {
        try await withThrowingTaskGroup { group in
            for actor in actors { group.addTask { try actor.outcomes() } }
            return try await group.reduce(into: [:]) { $0.merge($1) { one, _ in one } }
        }
    }

    private func look() throws -> AccessObserver {
        try AccessObserver(try client(ann))
    }

    /// What was seen last does not count any more.
    func lookAnew() {
        observer = nil
    }

    private func evidence(for cells: [AccessCell], seenBy observer: AccessObserver) -> [AccessCell: AccessEvidence] {
        cells.reduce(into: [:]) { found, cell in
            let device = names(of: cell.role)["DEVICE"] ?? ""
            found[cell] = observer.evidence(for: cell, list: lists[cell.list], device: device)
        }
    }

    /// Asks a daemon without a program between.
    func client(_ home: Home) throws -> ControlClient {
        let surroundings = Surroundings.ofProcess(environment: [:])
        let path = try SocketPath(option: home.daemon.socket, profile: .standard, surroundings: surroundings)
        return ControlClient(socket: path, timeout: .seconds(60))
    }

    /// Waits until the owner's device and others hold the same.
    ///
    /// A device answers only so many requests in a second, and an answer can cross with news: so they are asked again,
    /// though not at once.
    func meet(_ names: String...) throws {
        let client = try client(ann)
        let deadline = ContinuousClock.now + .seconds(60)
        var apart: [PeerView] = []
        while ContinuousClock.now < deadline {
            let next = ContinuousClock.now + .seconds(5)
            var peers = try client.reply(to: .sync(SyncRequest(waitMilliseconds: 0))).peers
            repeat {
                apart = peers.filter { peer in names.contains { devices[$0] == peer.device } && peer.isInSync != true }
                guard !apart.isEmpty else { return }
                _ = poll(nil, 0, 20)
                peers = try client.reply(to: .peers).peers
            } while ContinuousClock.now < next
        }
        throw HarnessError("not in sync: \(apart)")
    }

    func note(list title: String, _ id: String) {
        lists[title] = id
    }
}

extension Home {
    /// A home whose device has a name, and nobody who uses it.
    static func device(_ name: String) throws -> Home {
        let home = try Home()
        let device = try home("device", "ls", "--plain").output.prefix { $0 != "\t" }
        try home("-q", "device", "rename", String(device), name).check()
        return home
    }
}
