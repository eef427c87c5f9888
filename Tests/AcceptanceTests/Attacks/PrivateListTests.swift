import Foundation
import PhlistModel
import Testing

@testable import PhlistHousehold
@testable import PhlistSync

/// What only some may see, looked for on the wire and on the disks of all others.
struct PrivateListTests {
    /// What the private list is called, and what its item says.
    private static let (title, item) = ("Present-for-Ben", "Telescope-4711")
    /// What the list of the household says.
    private static let open = "Oatmilk-0815"

    /// Whether any file of a home's daemon has some bytes in it.
    private static func holds(_ bytes: Data, _ home: Home) throws -> Bool {
        let paths = try home.shell("find state log -type f").output.split(separator: "\n")
        #expect(paths.count > 1)
        return try paths.contains { path in
            try Data(contentsOf: URL(filePath: "\(home.directory)/\(path)")).range(of: bytes) != nil
        }
    }

    /// Waits until a home shows some words.
    private static func expect(_ words: String, on home: Home) throws {
        let shown = try home.bash(
            "for i in $(seq 400); do phlistctl ls --all | grep -q \(words) && exit 0; "
                + "read -rt 0.05 <> <(:) || :; done; exit 1"
        )
        #expect(shown.status == 0, "no \(words)")
    }

    /// Ann with two devices, and Ben with one.
    private static func household() throws -> (ann: Home, laptop: Home, ben: Home) {
        let (ann, laptop, ben) = (try Home(), try Home(), try Home())
        #expect(try ann("member", "add", "Ann").status == 0)
        #expect(try ann("member", "me", "Ann").status == 0)
        #expect(try laptop.bash("phlistctl device rename $(phlistctl -q device ls) laptop").status == 0)
        try Pairing.join(laptop, to: ann)
        try Pairing.join(ben, to: ann)
        let shared = try ann("device", "share", "laptop", "Ann", "--yes")
        #expect(shared.status == 0, "\(shared.transcript)")
        #expect(try laptop("sync", "--wait").status == 0)
        #expect(try laptop("member", "me", "Ann").status == 0)
        return (ann, laptop, ben)
    }

    /// What is to be found nowhere but on Ann's devices.
    private struct Secret {
        let list: ScopeID
        let photo: BlobManifest
        /// What it is called in words and in bytes, and a piece of its photo.
        let marks: [Data]
    }

    private static func secret(on ann: Home, hiddenFrom ben: Home) throws -> Secret {
        let list = try #require(Set(try ann.listIDs()).subtracting(try ben.listIDs()).first)
        let photo = try PhotoTests.saved(item, on: ann)
        let middle = photo[(photo.count / 2)..<(photo.count / 2 + 64)]
        return Secret(
            list: list,
            photo: try #require(BlobManifest(of: Array(photo))),
            marks: [Data(title.utf8), Data(item.utf8), Data(list.bytes), Data(middle)]
        )
    }

    @Test func `a private list, its photo and its id are in no file and no frame of another's device`() throws {
        let (ann, laptop, ben) = try Self.household()
        #expect(try ann("list", "new", Self.title, "--private").status == 0)
        #expect(try ann("add", Self.title, Self.item).status == 0)
        try PhotoTests.makePicture("secret.jpg", ann)
        #expect(try ann("photo", "set", Self.item, "\(ann.directory)/secret.jpg").status == 0)
        #expect(try ann("list", "new", "Shopping").status == 0)
        #expect(try ann("add", "Shopping", Self.open).status == 0)
        try Self.expect(Self.item, on: laptop)
        try PhotoTests.await("here", of: Self.item, on: laptop)
        try Self.expect(Self.open, on: ben)
        let secret = try Self.secret(on: ann, hiddenFrom: ben)
        for mark in secret.marks {
            #expect(try Self.holds(mark, laptop), "the search finds what is there")
            #expect(try !Self.holds(mark, ben))
        }
        #expect(try Self.holds(Data(Self.open.utf8), ben))
        // Others of the machine may read what is logged.
        for home in [ann, laptop] {
            #expect(![Self.title, Self.item].contains { home.daemon.logText.contains($0) })
        }
        let shopping = try #require(Set(try ann.listIDs()).intersection(try ben.listIDs()).first)
        for home in [ann, laptop] {
            let device = try HostileDevice(inPlaceOf: ben, against: home)
            let heard = try Self.ask(device, for: secret, beside: shopping)
            #expect(heard.range(of: Data(Self.open.utf8)) != nil)
            for mark in secret.marks { #expect(heard.range(of: mark) == nil) }
            device.hangUp()
        }
    }

    /// Asks for a list and a photo that are known by their ids alone, and for a list that may be seen.
    ///
    /// - Returns: All that was heard.
    private static func ask(_ device: HostileDevice, for secret: Secret, beside shopping: ScopeID) throws -> Data {
        for scope in [secret.list, shopping] {
            let chunks = (0..<secret.photo.chunkCount).map { Message.blobCredit(scope, secret.photo.id, chunk: $0) }
            for question in [.blobWant(scope, secret.photo.id)] + chunks {
                try device.say(question)
                try device.hear { message in
                    switch message {
                    case .blobCancel, .blobHave, .blobChunk: ()
                    default: nil
                    }
                }
            }
        }
        try device.say(.summary([.init(scope: secret.list, holding: .init(vector: 1, state: 1))], isRequest: true))
        for scope in [secret.list, shopping] {
            try device.say(.versionVector(.init(scope: scope, vector: VersionVector())))
        }
        try device.hear { message in
            if case .batches(let batches) = message, batches.scope == shopping { () } else { nil }
        }
        try device.waitUntilHeard()
        return device.everything
    }
}
