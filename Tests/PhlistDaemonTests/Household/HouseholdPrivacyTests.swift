import FoundationEssentials
import PhlistControl
import PhlistHousehold
import Testing

@testable import PhlistDaemon

/// What a user of the machine is told of lists and files that are not his.
@Suite(.timeLimit(.minutes(2))) struct HouseholdPrivacyTests {
    private static let guest = Caller(uid: 1001, loginName: "ben", isOwner: false)
    private static let title = "Present-for-Ben"

    /// Turns the bits of some bytes in the middle of the log.
    private static func rotLog(in directory: TestDirectory) throws {
        let url = URL(filePath: "\(directory.path)/state/phlist.log")
        var bytes = try Data(contentsOf: url)
        let middle = bytes.count / 2
        for place in middle..<middle + 300 { bytes[place] ^= 0xFF }
        try bytes.write(to: url)
    }

    @Test func `a private list that has lost changes has no title for another user, and no id`() async throws {
        let directory = try TestDirectory()
        var id = ""
        try await RunningDaemon.run(in: directory) { daemon in
            let asker = Asker(RunningDaemon.owner, actsAs: nil)
            let host = daemon.service.host
            let new = NewListRequest(title: Self.title, isPrivate: true)
            id = try await ListCalls(host: host).add(new, asker).list.id
            for number in 0..<40 {
                let request = AddItemsRequest(list: Self.title, titles: ["item \(number)"])
                _ = try await ItemCalls(host: host).add(request, asker)
            }
        }
        try Self.rotLog(in: directory)
        try await RunningDaemon.run(in: directory) { daemon in
            let seen = try await Self.words(of: RunningDaemon.owner, daemon)
            #expect(seen.contains(Self.title), "\(seen)")
            let told = try await Self.words(of: Self.guest, daemon)
            #expect(told.contains("degraded") && told.contains("in a list"), "\(told)")
            #expect(!told.contains(Self.title) && !told.contains(id), "\(told)")
        }
    }

    @Test func `what is wrong in the configuration is told to its owner alone`() async throws {
        let directory = try TestDirectory()
        var options = DaemonOptions()
        options.configurationFile = try directory.write("port: secret-4711", to: "phlist.yaml")
        let surroundings = Surroundings(environment: [:], userID: 1000, home: directory.path) { _ in false }
        let desk = ConfigurationDesk(options, surroundings: surroundings, hostName: "kitchen")
        try await RunningDaemon.run(in: directory, desk: desk) { daemon in
            #expect(try await Self.words(of: RunningDaemon.owner, daemon).contains("secret-4711"))
            let told = try await Self.words(of: Self.guest, daemon)
            #expect(told.contains("something is wrong in it") && !told.contains("secret-4711"), "\(told)")
        }
    }

    /// All that status and doctor say to somebody.
    private static func words(of caller: Caller, _ daemon: RunningDaemon) async throws -> String {
        let status = try await daemon.service.status(for: Principal(caller))
        let examination = await daemon.service.doctor.examine(DoctorQuery(), Asker(caller, actsAs: nil))
        return try JSONText.encode(status) + JSONText.encode(examination)
    }
}
