import Foundation
import Testing

/// Photos of items, on one device and on several.
struct PhotoTests {
    static func household() throws -> (ann: Home, ben: Home) {
        let (ann, ben) = (try Home(), try Home())
        try Pairing.join(ben, to: ann)
        return (ann, ben)
    }

    /// Makes a picture of noise, which no compression makes small.
    static func makePicture(_ name: String, _ home: Home, side: Int = 1200) throws {
        let made = try home.bash(
            "cd \(home.directory) && vips gaussnoise n.v \(side) \(side) && vips bandjoin 'n.v n.v n.v' m.v "
                + "&& vips cast m.v '\(name)[Q=95]' uchar && rm n.v m.v"
        )
        #expect(made.status == 0, "\(made.transcript)")
    }

    static func saved(_ item: String, on home: Home, _ options: String...) throws -> Data {
        let file = "\(home.directory)/saved-\(UInt64.random(in: .min ... .max)).jpg"
        let outcome = try home.phlistctl(["photo", "save", item, file] + options)
        #expect(outcome.status == 0, "\(outcome.transcript)")
        return try Data(contentsOf: URL(filePath: file))
    }

    /// What the JSON of an item says of its photo; waits until it is as wanted.
    static func await(_ place: String, of item: String, on home: Home) throws {
        let outcome = try home.bash(
            "for i in $(seq 600); do phlistctl ls --all --json | grep -q '\"place\":\"\(place)\"' && exit 0; "
                + "read -rt 0.05 <> <(:) || :; done; phlistctl show \(item); exit 1"
        )
        #expect(outcome.status == 0, "\(outcome.transcript)")
    }

    @Test func `S1.21 S1.29 S3.6 S3.7 S3.8 S3.9 S3.18 S4.1 S4.2 S4.30 S4.31 a photo is set and seen by both`() throws {
        let (ann, ben) = try Self.household()
        try Self.makePicture("cow.jpg", ann, side: 2600)
        #expect(try ann("add", "milk").status == 0)
        let set = try ann("photo", "set", "milk", "\(ann.directory)/cow.jpg")
        #expect(set.status == 0, "\(set.transcript)")
        #expect(set.output.contains("2048 × 2048 JPEG"))
        #expect(try ann("show", "milk").output.contains("2048 × 2048 JPEG"))
        try Self.await("here", of: "milk", on: ben)
        let original = try Self.saved("milk", on: ann)
        #expect(try Self.saved("milk", on: ben) == original)
        let thumbnail = try Self.saved("milk", on: ben, "--thumbnail")
        #expect(thumbnail.count <= 16 << 10)
        #expect(try Self.saved("milk", on: ann, "--thumbnail") == thumbnail)
        #expect(try ben("photo", "rm", "milk").output.contains("photo removed: milk"))
        #expect(try ben("photo", "save", "milk", "\(ben.directory)/x").status == 66)
        #expect(try ben("undo").status == 0)
        #expect(try Self.saved("milk", on: ben) == original)
        // Whatever the camera noted is gone: what is left is a plain JPEG.
        #expect(!original.contains("Exif".utf8))
        #expect(try ann.bash("ls -A \(ann.directory)/state/import").output.isEmpty)
    }

    @Test func `S1.30 a third device gets a photo from the second while the first is off`() throws {
        let (ann, ben) = try Self.household()
        let eve = try Home()
        try Pairing.join(eve, to: ann)
        try eve.daemon.stop()
        try Self.makePicture("cow.jpg", ann)
        #expect(try ann("add", "milk").status == 0)
        #expect(try ann("photo", "set", "milk", "\(ann.directory)/cow.jpg").status == 0)
        try Self.await("here", of: "milk", on: ben)
        let original = try Self.saved("milk", on: ann)
        try ann.daemon.stop()
        try eve.daemon.start()
        let status = try ben("status", "--json").output
        let port = try #require(status.firstMatch(of: /"port":(\d+)/)?.1, "\(status)")
        #expect(try eve("config", "set", "peers", "127.0.0.1:\(port)").status == 0)
        try Self.await("here", of: "milk", on: eve)
        #expect(try Self.saved("milk", on: eve) == original)
    }

    @Test func `a file that is no photo is named in what refuses it`() throws {
        let home = try Home()
        try home("add", "milk")
        for command in ["photo set milk notes.txt", "add tea --photo notes.txt"] {
            let refused = try home.shell("echo words >notes.txt; phlistctl \(command)")
            refused.check(65, says: "notes.txt: ")
        }
    }

    @Test func `a download that a power cut ends goes on with the chunks that are there`() throws {
        let (ann, ben) = try Self.household()
        try ben.daemon.stop()
        try Self.makePicture("cow.jpg", ann, side: 2048)
        #expect(try ann("add", "milk").status == 0)
        #expect(try ann("photo", "set", "milk", "\(ann.directory)/cow.jpg").status == 0)
        let original = try Self.saved("milk", on: ann)
        // The last chunk rots on ann's disk: ben gets all but that, and ann puts the blob aside.
        let blobs = "\(ann.directory)/state/blobs"
        let found = try ann.bash("find \(blobs) -type f -size +100k").output.replacing("<home>", with: ann.directory)
        let blob = found.trimmingCharacters(in: .whitespacesAndNewlines)
        let file = try FileHandle(forUpdating: URL(filePath: blob))
        try file.seek(toOffset: UInt64(original.count - 1))
        try file.write(contentsOf: Data([original[original.count - 1] ^ 1]))
        try file.close()
        try ben.daemon.start()
        try Self.await("arriving", of: "milk", on: ben)
        let missing = try ben.bash(
            "for i in $(seq 600); do ls \(ann.directory)/state/quarantine/blob-* && exit 0; "
                + "read -rt 0.05 <> <(:) || :; done"
        )
        #expect(missing.output.contains("blob-"))
        let before = try Self.percent(on: ben)
        #expect(before > 90)
        try ben.daemon.crash()
        try ben.daemon.start()
        try Self.await("arriving", of: "milk", on: ben)
        #expect(try Self.percent(on: ben) == before)
        // The same picture makes the same bytes: the chunk that is missing is there again.
        #expect(try ann("photo", "set", "milk", "\(ann.directory)/cow.jpg").status == 0)
        try Self.await("here", of: "milk", on: ben)
        #expect(try Self.saved("milk", on: ben) == original)
    }

    private static func percent(on home: Home) throws -> Int {
        let items = try home("ls", "--json").output
        return try #require(items.firstMatch(of: /"percent":(\d+),"place"/).flatMap { Int($0.1) }, "\(items)")
    }

    @Test func `S1.31 with photos on demand an original comes when somebody wants to see it`() throws {
        let (ann, ben) = try Self.household()
        #expect(try ben("config", "set", "photos", "on-demand").status == 0)
        try Self.makePicture("cow.jpg", ann)
        #expect(try ann("add", "milk").status == 0)
        #expect(try ann("photo", "set", "milk", "\(ann.directory)/cow.jpg").status == 0)
        try Self.await("elsewhere", of: "milk", on: ben)
        #expect(try !Self.saved("milk", on: ben, "--thumbnail").isEmpty)
        try Self.await("elsewhere", of: "milk", on: ben)
        #expect(try Self.saved("milk", on: ben) == Self.saved("milk", on: ann))
        try Self.await("here", of: "milk", on: ben)
    }

    @Test func `what is no photo changes nothing and leaves nothing behind`() throws {
        let ann = try Home()
        try Self.makePicture("cow.jpg", ann)
        #expect(try ann("add", "milk").status == 0)
        let made = try ann.bash(
            "cd \(ann.directory) && : >empty.jpg && echo text >text.jpg && head -c 100000 cow.jpg >cut.jpg "
                + "&& vips copy cow.jpg cow.png && head -c 100000 cow.png >cut.png && truncate -s 65M large.jpg"
        )
        #expect(made.status == 0, "\(made.transcript)")
        let wrong: [(file: String, status: Int32, line: String)] = [
            ("empty.jpg", 65, "is empty; a photo is JPEG, PNG, WebP or HEIC"),
            ("text.jpg", 65, "this is not a photo that phlist knows; it must be JPEG, PNG, WebP or HEIC"),
            ("cut.jpg", 65, "the photo is damaged or incomplete; the item is unchanged"),
            ("cut.png", 65, "the photo is damaged or incomplete; the item is unchanged"),
            ("large.jpg", 65, "has more than 67108864 bytes"),
            ("none.jpg", 66, "cannot read"),
        ]
        for (file, status, line) in wrong {
            let outcome = try ann("photo", "set", "milk", "\(ann.directory)/\(file)")
            #expect(outcome.status == status, "\(outcome.transcript)")
            #expect(outcome.messages.contains(line), "\(outcome.transcript)")
        }
        #expect(try ann("photo", "set", "tea", "\(ann.directory)/cow.jpg").status == 66)
        #expect(try ann("photo", "rm", "milk").output.contains("no photo: milk"))
        #expect(try ann.bash("find \(ann.directory)/state/import \(ann.directory)/state/blobs -type f").output.isEmpty)
        #expect(try ann("photo", "set", "milk", "\(ann.directory)/cow.png").status == 0)
        #expect(try ann.bash("cd \(ann.directory) && phlistctl photo set milk - <cow.jpg").status == 0)
        #expect(try ann.bash("cd \(ann.directory) && phlistctl photo save milk - | cmp -n 3 - cow.jpg").status == 0)
    }
}
