import Foundation
import Testing

/// Images that are made to hurt, or that say more than their owner knows.
struct HostilePhotoTests {
    /// What no photo that leaves the device may contain.
    private static let place = "SECRET-PLACE-51-2N"

    @Test(arguments: ["jpg", "png", "webp", "heic"])
    func `where a photo was taken stays at home, and it stands upright`(_ kind: String) throws {
        let home = try Home()
        let made = try home.bash("vips black plain.\(kind == "heic" ? "png" : "jpg") 300 100 --bands 3")
        #expect(made.status == 0, "\(made.transcript)")
        if kind == "heic" {
            var picture = try Self.heic("plain.png", (300, 100), home)
            (picture.turns, picture.notes) = (3, Self.notes)
            try picture.file.write(to: home.url(of: "tagged.heic"))
        } else {
            try Self.tagged(try home.bytes(of: "plain.jpg")).write(to: home.url(of: "tagged.jpg"))
        }
        #expect(try home.bash("[ -e tagged.\(kind) ] || vips copy tagged.jpg tagged.\(kind)").status == 0)
        let fields = try home.bash("vipsheader -a tagged.\(kind)").output
        #expect(fields.contains(Self.place) && fields.contains("GPS"), "\(fields)")
        #expect(fields.contains("orientation: 6") || kind == "heic", "\(fields)")
        #expect(try home("add", "milk").status == 0)
        let set = try home("photo", "set", "milk", "\(home.directory)/tagged.\(kind)")
        #expect(set.output.contains("100 × 300 JPEG"), "\(set.transcript)")
        for option in [[], ["--thumbnail"]] {
            #expect(try home.phlistctl(["photo", "save", "milk", "saved.jpg", "--force"] + option).status == 0)
            let saved = try home.bytes(of: "saved.jpg")
            for tag in [Self.place, "Exif", "GPS", "http"] {
                #expect(saved.range(of: Data(tag.utf8)) == nil, "\(tag)")
            }
        }
        #expect(try home.bash("grep -rl \(Self.place) state log; ls -A state/import").output.isEmpty)
    }

    @Test func `the picture of a phone is put together of its tiles and turned once`() throws {
        let home = try Home()
        // Black on the left, white on the right; behind a quarter to the right black is above.
        let made = try home.bash(
            """
            vips black b.v 256 512 --bands 3 && vips linear b.v w.v 1 255 --uchar
            vips join b.v w.v half.png horizontal
            """
        )
        #expect(made.status == 0, "\(made.transcript)")
        var picture = try Self.heic("half.png", (512, 512), home)
        // Notes that it lies on its side, too, stand for nothing in a HEIC: it would be turned twice.
        (picture.columns, picture.rows, picture.turns, picture.notes) = (5, 3, 3, Self.notes)
        try picture.file.write(to: home.url(of: "phone.heic"))
        #expect(try home("add", "milk").status == 0)
        let set = try home("photo", "set", "milk", "\(home.directory)/phone.heic")
        #expect(set.output.contains("1229 × 2048 JPEG"), "\(set.transcript)")
        #expect(try home("photo", "save", "milk", "saved.jpg").status == 0)
        let places = ["5 5", "5 250", "1200 2000", "1200 1750"].map { "vips getpoint saved.jpg \($0)" }
        let colours = try home.bash(places.joined(separator: "\n")).output.split(separator: "\n").map { line in
            line.split(separator: " ").allSatisfy { (Double($0) ?? 0) > 200 }
        }
        #expect(colours == [false, true, true, false])
    }

    @Test func `a HEIC that asks for another decoder, or lies about its size, is refused`() throws {
        let home = try Home()
        #expect(try home.bash("vips black plain.png 256 256 --bands 3").status == 0)
        var picture = try Self.heic("plain.png", (256, 256), home)
        let whole = picture.file
        picture.claim = (2560, 256)
        try picture.file.write(to: home.url(of: "larger.heic"))
        try Data(whole.prefix(whole.count - 20)).write(to: home.url(of: "cut.heic"))
        try Data(whole.prefix(60)).write(to: home.url(of: "head.heic"))
        // The first brand alone makes of an AVIF what calls itself a HEIC; vips would take it.
        let avif = try home.bash(
            "vips copy plain.png x.avif && sed 's/ftypavif/ftypheic/' x.avif >av1.heic; mv x.avif avif.heic"
        )
        #expect(avif.status == 0, "\(avif.transcript)")
        #expect(try home("add", "milk").status == 0)
        for (name, line) in [
            ("larger", "damaged or incomplete"), ("av1", "damaged or incomplete"), ("cut", "damaged or incomplete"),
            ("head", "damaged or incomplete"), ("avif", "it must be JPEG, PNG, WebP or HEIC"),
        ] {
            let outcome = try home("photo", "set", "milk", "\(home.directory)/\(name).heic")
            #expect(outcome.status == 65 && outcome.messages.contains(line), "\(name): \(outcome.transcript)")
        }
        #expect(try home.bash("find state/import state/blobs -type f").output.isEmpty)
        try whole.write(to: home.url(of: "whole.heic"))
        #expect(try home("photo", "set", "milk", "\(home.directory)/whole.heic").status == 0)
    }

    @Test(arguments: ["png", "jpg", "webp", "heic"])
    func `a picture that claims a hundred megapixels is refused before anything decodes it`(_ kind: String) throws {
        let home = try Home()
        if kind == "heic" {
            #expect(try home.bash("vips black plain.png 64 64 --bands 3").status == 0)
            var picture = try Self.heic("plain.png", (64, 64), home)
            picture.claim = (10000, 10000)
            try picture.file.write(to: home.url(of: "bomb.heic"))
        } else {
            let made = try home.bash("vips black bomb.\(kind) 10000 10000 --bands 3")
            #expect(made.status == 0, "\(made.transcript)")
        }
        #expect(try home("add", "milk").status == 0)
        let outcome = try home("photo", "set", "milk", "\(home.directory)/bomb.\(kind)")
        #expect(outcome.status == 65, "\(outcome.transcript)")
        #expect(outcome.messages.contains("at most 50 megapixels, this one has 100"), "\(outcome.transcript)")
        #expect(try home.bash("find state/import state/blobs -type f").output.isEmpty)
    }

    @Test func `what is called a photo and is none leaves nothing behind`() throws {
        let home = try Home()
        #expect(try home("add", "milk").status == 0)
        let made = try home.bash(
            """
            vips black cow.jpg 300 100 --bands 3; : >empty.jpg
            printf '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' >svg.jpg
            printf 'push graphic-context\\nimage over 0,0 0,0 "|touch pwned"\\n' >mvg.jpg
            { printf '\\377\\330\\377\\340'; head -c 5000 /dev/zero; } >zeros.jpg
            head -c 400 cow.jpg >cut.jpg; echo %PDF-1.4 >pdf.png; printf 'GIF89a\\1\\0\\1\\0' >gif.webp
            printf '\\0\\0\\0\\24ftypheic\\0\\0\\0\\0heic\\0\\0\\0\\14meta\\0\\0\\0\\0' >meta.heic
            """
        )
        #expect(made.status == 0, "\(made.transcript)")
        for name in ["empty.jpg", "svg.jpg", "mvg.jpg", "zeros.jpg", "cut.jpg", "pdf.png", "gif.webp", "meta.heic"] {
            let outcome = try home("photo", "set", "milk", "\(home.directory)/\(name)")
            #expect(outcome.status == 65, "\(name): \(outcome.transcript)")
        }
        #expect(try home.bash("find state/import state/blobs -type f; find . -name pwned").output.isEmpty)
        #expect(try home("photo", "set", "milk", "\(home.directory)/cow.jpg").status == 0)
    }

    /// A HEIC whose tiles are a picture of the home.
    private static func heic(_ name: String, _ size: (width: Int, height: Int), _ home: Home) throws -> HEICPicture {
        let made = try home.bash("vips copy \(name) 'tile.heic[strip]'")
        #expect(made.status == 0, "\(made.transcript)")
        return try HEICPicture(tile: size, of: try home.bytes(of: "tile.heic"))
    }

    /// A JPEG with what a camera notes.
    private static func tagged(_ jpeg: Data) -> Data {
        let body = Data("Exif\u{0}\u{0}".utf8) + notes
        let length = body.count + 2
        return jpeg.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + body + jpeg.dropFirst(2)
    }

    /// What a camera notes: that it lay on its side, and where it was.
    private static var notes: Data {
        let description = Data("\(place)\u{0}".utf8)
        let entries = 3
        let directorySize = 2 + 12 * entries + 4
        let positionAt = 8 + directorySize + description.count
        var tiff = Data("II*\u{0}".utf8) + Data([8, 0, 0, 0]) + Data([UInt8(entries), 0])
        tiff += entry(0x010E, type: 2, count: description.count, value: 8 + directorySize)
        tiff += entry(0x0112, type: 3, count: 1, value: 6)
        tiff += entry(0x8825, type: 4, count: 1, value: positionAt)
        tiff += Data([0, 0, 0, 0]) + description
        tiff += Data([1, 0]) + entry(0x0001, type: 2, count: 2, value: Int(UInt8(ascii: "N"))) + Data([0, 0, 0, 0])
        return tiff
    }

    private static func entry(_ tag: Int, type: Int, count: Int, value: Int) -> Data {
        let words = [(tag, 2), (type, 2), (count, 4), (value, 4)]
        return Data(words.flatMap { number, size in (0..<size).map { UInt8(number >> (8 * $0) & 0xFF) } })
    }
}

extension Home {
    fileprivate func url(of name: String) -> URL { URL(filePath: "\(directory)/\(name)") }

    fileprivate func bytes(of name: String) throws -> Data { try Data(contentsOf: url(of: name)) }
}
