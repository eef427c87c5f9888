import Foundation
import PhlistHousehold
import PhlistModel
import PhlistSync
import Testing

/// Devices of the household with programs that mean harm, against a daemon as it runs.
struct HostileDeviceTests {
    /// What the daemon may take at most, whatever it is told.
    private static let residentBytesMax = 256 << 20

    /// The same behind the flood: a state of a million ops, its copy while a cache is written, and the cache, of about
    /// eighty megabytes each.
    private static let floodedBytesMax = 384 << 20

    /// How many ops the flood has, and how many items they are about.
    private static let (opCount, itemCount) = (1_000_000, 200_000)

    @Test func `a member device writes a million ops: phlistd answers all the while, and stays small`() throws {
        let (ann, mallory) = try Pairing.household()
        let shopping = try #require(ann.listIDs().first)
        let device = try HostileDevice(inPlaceOf: mallory, against: ann)
        var chain = try HostileDevice.Chain(of: device.id, in: shopping, of: ann)
        for first in stride(from: 0, to: Self.opCount, by: Limits.batchOpsMax) {
            let numbers = first..<min(first + Limits.batchOpsMax, Self.opCount)
            try device.say([chain.append(numbers.map { Self.op($0) })], of: chain)
            if first % (64 * Limits.batchOpsMax) == 0 {
                #expect(try ann.quietly("status").status == 0)
            }
        }
        let end = EntityID(rawValue: .max)
        try device.say([chain.append([.write(end, [FieldWrite(.life, Life.alive)])])], of: chain)
        // With the milk and the end of the flood.
        try ann.waitQuietly(forOpenItems: min(Self.opCount, Self.itemCount) + 2)
        let residentBytes = try ann.daemon.residentBytesMax()
        #expect(residentBytes < Self.floodedBytesMax)
        #expect(try ann.quietly("add", "Shopping", "bread").status == 0)
    }

    private static func op(_ number: Int) -> Op {
        let title = FieldWrite(.title, text: "item \(number)")
        return .write(EntityID(rawValue: UInt64(number % itemCount + 1)), [FieldWrite(.life, Life.alive), title])
    }

    /// What a device may say instead of a chunk that it was asked for.
    enum Lie: CaseIterable {
        case otherBytes
        case tooShort
        case tooLong

        static let mark = Array("this is a lie; ".utf8)

        /// What is sent in the place of a chunk.
        func chunk(insteadOf size: Int) -> [UInt8] {
            let count =
                switch self {
                case .otherBytes: size
                case .tooShort: size - 1
                case .tooLong: size + 1
                }
            return (0..<count).map { Self.mark[$0 % Self.mark.count] }
        }
    }

    @Test(arguments: Lie.allCases)
    func `a member device lies about a photo: none of it is kept, and another device is asked`(_ lie: Lie) throws {
        let (ann, mallory) = try Pairing.household()
        let carl = try Home()
        try Pairing.join(carl, to: ann)
        // Its own program would find carl, and give ann the photo.
        try mallory.daemon.stop()
        try ann.daemon.stop()
        try PhotoTests.makePicture("cow.jpg", carl)
        #expect(try carl("photo", "set", "milk", "\(carl.directory)/cow.jpg").status == 0)
        let photo = try TruePhoto(on: carl)
        let shopping = try #require(carl.listIDs().first)
        try carl.daemon.stop()
        try ann.daemon.start()
        let device = try HostileDevice(inPlaceOf: mallory, against: ann)
        var chain = try HostileDevice.Chain(of: device.id, in: shopping, of: ann)
        let item: [FieldWrite] = [
            FieldWrite(.life, Life.alive), FieldWrite(.title, text: "cow"),
            FieldWrite(.photo, try photo.reference.encoded),
        ]
        try device.say([chain.append([.write(EntityID(rawValue: 1), item)])], of: chain)
        let hasListened = try Self.lie(lie, about: photo, as: device)
        let log = try ann.bash("tail log").output
        // No frame carries more than a chunk has.
        #expect(hasListened || lie == .tooLong, "\(log)")
        #expect(try ann.daemon.residentBytesMax() < Self.residentBytesMax)
        #expect(try ann.bash("grep -rl 'this is a lie' state log").output == "")
        #expect(try ann("photo", "save", "cow", "cow.jpg").status != 0)
        try carl.daemon.start()
        #expect(try carl("config", "set", "peers", "127.0.0.1:\(Pairing.port(of: ann))").status == 0)
        try PhotoTests.await("here", of: "cow", on: ann)
        #expect(try PhotoTests.saved("cow", on: ann) == photo.bytes)
    }

    /// Promises both pictures of a photo, and sends something else until nothing more is asked for, and then without
    /// being asked; or until the daemon hangs up.
    ///
    /// - Returns: Whether the daemon has listened to the end.
    private static func lie(_ lie: Lie, about photo: TruePhoto, as device: HostileDevice) throws -> Bool {
        do {
            var trusting: Set = [photo.original.id, photo.thumbnail.id]
            let deadline = ContinuousClock.now + .seconds(120)
            while !trusting.isEmpty {
                // Pings go on, whatever becomes of the photo.
                guard ContinuousClock.now < deadline else {
                    throw HarnessError("after \(lie) \(trusting.count) of 2 pictures are still waited for")
                }
                switch try device.hear({ $0 }) {
                case .blobWant(_, let id):
                    try device.say(.blobHave(id == photo.original.id ? photo.original : photo.thumbnail))
                case .blobCredit(_, let id, let chunk):
                    try device.say(.blobChunk(id, chunk: chunk, lie.chunk(insteadOf: photo.size(of: chunk, of: id))))
                case .blobCancel(let id): trusting.remove(id)
                default: break
                }
            }
            let more = Message.blobChunk(photo.original.id, chunk: 0, lie.chunk(insteadOf: BlobManifest.chunkBytes - 1))
            for _ in 0..<1_000 { try device.say(more) }
            try device.say(.ping)
            try device.hear { if case .pong = $0 { () } else { nil } }
            return true
        } catch is HostileDevice.HungUp {
            return false
        }
    }
}

extension Home {
    /// Runs phlistctl, and asks for no names of what there is, which are very many.
    fileprivate func quietly(_ arguments: String...) throws -> Outcome {
        try Shell(environment: environment, directory: directory).run(Program.path("phlistctl"), arguments, input: "")
    }

    /// Waits until there are so many open items, as long as they become more.
    fileprivate func waitQuietly(forOpenItems count: Int) throws {
        var (most, deadline) = (0, ContinuousClock.now + .seconds(120))
        while most != count {
            let status = try quietly("status", "--json").output
            let here = status.firstMatch(of: /"openItemCount":(\d+)/).flatMap { Int($0.1) } ?? 0
            if here > most { (most, deadline) = (here, ContinuousClock.now + .seconds(120)) }
            guard ContinuousClock.now < deadline else { throw HarnessError("\(most) open items, and no more") }
            _ = poll(nil, 0, 50)
        }
    }
}

extension RealDaemon {
    /// The most memory that it has had at once so far.
    func residentBytesMax() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid ?? 0)/status", encoding: .utf8)
        let kilobytes = status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) }
        guard let kilobytes else { throw HarnessError("phlistd does not run") }
        return kilobytes << 10
    }
}

/// A photo as the device has it that set it.
private struct TruePhoto {
    let bytes: Data
    let original: BlobManifest
    let thumbnail: BlobManifest
    private let thumbnailSize: Int

    init(on home: Home) throws {
        let paths = try home.shell("ls -S state/blobs/??/*").output.split(separator: "\n")
        #expect(paths.count == 2)
        let files = try paths.map { try Data(contentsOf: URL(filePath: "\(home.directory)/\($0)")) }
        bytes = try #require(files.first)
        let small = try #require(files.last)
        original = try #require(BlobManifest(of: Array(bytes)))
        thumbnail = try #require(BlobManifest(of: Array(small)))
        thumbnailSize = small.count
    }

    /// What an item has to say to refer to it.
    var reference: PhotoReference {
        get throws {
            try #require(
                PhotoReference(
                    original: original.id,
                    thumbnail: thumbnail.id,
                    size: bytes.count,
                    type: .jpeg,
                    width: 4,
                    height: 3
                )
            )
        }
    }

    func size(of chunk: Int, of id: BlobID) -> Int {
        let whole = id == original.id ? bytes.count : thumbnailSize
        return min(BlobManifest.chunkBytes, whole - chunk * BlobManifest.chunkBytes)
    }
}
