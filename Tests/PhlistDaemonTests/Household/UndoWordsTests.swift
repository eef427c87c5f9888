import PhlistControl
import PhlistSync
import Testing

@testable import PhlistDaemon

/// What a whole daemon says of an undo that is about people and devices.
@Suite(.timeLimit(.minutes(2))) struct UndoWordsTests {
    private static let asker = Asker(RunningDaemon.owner, actsAs: nil)

    /// A daemon with a private list "Gift" and a member Ben.
    private static func run(_ test: (ReplicaHost) async throws -> Void) async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            let host = daemon.service.host
            _ = try await MemberCalls(host: host).add(AddMemberRequest(name: "Ben"), asker)
            _ = try await ListCalls(host: host).add(NewListRequest(title: "Gift", isPrivate: true), asker)
            try await test(host)
        }
    }

    private static func undo(_ host: ReplicaHost, isDryRun: Bool = false) async throws -> [FieldChangeView] {
        var asker = asker
        asker.options.isDryRun = isDryRun
        return try await HistoryCalls(host: host).undo(UndoRequest(), asker).entries.flatMap(\.changes)
    }

    private static func words(_ changes: [FieldChangeView]) -> [String] {
        changes.map { "\($0.kind) \($0.title) \($0.field) \($0.value ?? "")" }
    }

    @Test func `words on who may see a list are told by name, before and after`() async throws {
        try await Self.run { host in
            let share = ChangeSharingRequest(list: "Gift", invite: ["Ben", "house"])
            _ = try await SharingCalls(host: host).change(share, Self.asker)
            let removed = ["member Ben participation removed", "household house participation removed"]
            #expect(Self.words(try await Self.undo(host, isDryRun: true)).sorted() == removed.sorted())
            #expect(Self.words(try await Self.undo(host)) == removed)
            let redone = try await HistoryCalls(host: host).redo(RedoRequest(), Self.asker).entries.flatMap(\.changes)
            #expect(Self.words(redone) == removed.map { $0.replacing("removed", with: "invited") })
            let show = ChangeSharingRequest(list: "Gift", isForEverybody: true)
            _ = try await SharingCalls(host: host).change(show, Self.asker)
            #expect(Self.words(try await Self.undo(host)) == ["list Gift visibility participants"])
        }
    }

    @Test func `what cannot be undone is named, with the command that changes it`() async throws {
        try await Self.run { host in
            let rename = ChangeDeviceRequest(device: "laptop", name: "desk")
            _ = try await DeviceCalls(host: host).change(rename, Self.asker)
            let error = await #expect(throws: ControlError.self) { try await Self.undo(host) }
            #expect(error?.code == .notFound)
            #expect(
                error?.message
                    == #"the last thing you did, a new name for desk, cannot be undone: use "phlistctl device rename""#
            )
            let lists = try await ListCalls(host: host).lists(ListsQuery(), Self.asker).lists
            #expect(lists.map(\.title) == ["Gift"])
        }
    }

    @Test func `the history tells invitations in words`() async throws {
        try await Self.run { host in
            let share = ChangeSharingRequest(list: "Gift", invite: ["Ben"])
            _ = try await SharingCalls(host: host).change(share, Self.asker)
            let newest = try await HistoryCalls(host: host).history(HistoryQuery(of: "Gift"), Self.asker).entries.first
            #expect(Self.words(newest?.changes ?? []) == ["member Ben participation invited"])
        }
    }
}
