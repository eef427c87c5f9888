import Foundation

/// A HEIC file as phones make them: a picture of tiles that lies on its side, with what the camera has noted.
///
/// `vips` writes neither tiles nor turns, so the boxes are put together here (ISO/IEC 14496-12, ISO/IEC 23008-12).
struct HEICPicture {
    /// The size of a tile in pixels, and how many there are.
    var tile: (width: Int, height: Int)
    var columns = 1
    var rows = 1
    /// How often it is to be turned left by a quarter.
    var turns = 0
    /// What the camera noted, as TIFF; none when it is empty.
    var notes = Data()
    /// The size that it claims; nil for the true one.
    var claim: (width: Int, height: Int)?
    /// How the tile was encoded, and its bytes.
    private let configuration: Data
    private let coded: Data

    /// Creates a picture whose every tile is a file that `vips` has written without notes.
    init(tile: (width: Int, height: Int), of file: Data) throws {
        self.tile = tile
        configuration = try Self.box("hvcC", in: file)
        coded = try Self.box("mdat", in: file).dropFirst(8)
    }

    /// The first box of a type, wherever it is.
    private static func box(_ type: String, in file: Data) throws -> Data {
        guard let found = file.range(of: Data(type.utf8)) else { throw HarnessError("no \(type) in the file") }
        let start = found.lowerBound - 4
        let length = file[start..<found.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        return Data(file[start..<start + length])
    }

    /// The bytes of the file.
    var file: Data {
        let type = Self.box("ftyp", Data("mif1".utf8), Self.number(0, 4), Data("mif1heic".utf8))
        let offset = type.count + meta(at: 0).count + 8
        return type + meta(at: offset) + Self.box("mdat", items.map(\.bytes).reduce(Data(), +))
    }

    private var tileCount: Int { columns * rows }
    private var isGrid: Bool { tileCount > 1 }
    private var whole: Int { isGrid ? tileCount + 1 : 1 }
    private var size: (width: Int, height: Int) { (tile.width * columns, tile.height * rows) }

    private var items: [(id: Int, type: String, bytes: Data)] {
        var items = (1...tileCount).map { (id: $0, type: "hvc1", bytes: coded) }
        if isGrid {
            let shape = Data([0, 0, UInt8(rows - 1), UInt8(columns - 1)])
            items.append((whole, "grid", shape + Self.number(size.width, 2) + Self.number(size.height, 2)))
        }
        if !notes.isEmpty {
            items.append((whole + 1, "Exif", Self.number(6, 4) + Data("Exif\0\0".utf8) + notes))
        }
        return items
    }

    private func meta(at offset: Int) -> Data {
        let handler = Self.full("hdlr", Self.number(0, 4), Data("pict".utf8), Data(count: 13))
        let entries = items.map { item in
            Self.full("infe", version: 2, Self.number(item.id, 2), Data(count: 2), Data("\(item.type)\0".utf8))
        }
        let list = Self.full("iinf", Self.number(items.count, 2), entries.reduce(Data(), +))
        let first = Self.full("pitm", Self.number(whole, 2))
        return Self.full("meta", handler, first, list, references, properties, places(from: offset))
    }

    private var references: Data {
        let tiles = (1...tileCount).map { Self.number($0, 2) }.reduce(Data(), +)
        let grid = Self.box("dimg", Self.number(whole, 2), Self.number(tileCount, 2), tiles)
        let note = Self.box("cdsc", Self.number(whole + 1, 2), Self.number(1, 2), Self.number(whole, 2))
        let all = (isGrid ? grid : Data()) + (notes.isEmpty ? Data() : note)
        return all.isEmpty ? Data() : Self.full("iref", all)
    }

    /// Number 1 says how it is encoded, 2 how large a tile is, 3 how large the whole, 4 how it is turned.
    private var properties: Data {
        let claim = claim ?? size
        let sizes = [tile, claim].map { Self.full("ispe", Self.number($0.width, 4), Self.number($0.height, 4)) }
        let turn = Self.box("irot", Data([UInt8(turns)]))
        let list = Self.box("ipco", configuration, sizes[0], sizes[1], turn)
        // Who does not know how to turn it must not show it: the highest bit.
        var links = isGrid ? (1...tileCount).map { (id: $0, properties: [0x81, 2]) } : []
        links.append((whole, isGrid ? [3, 0x84] : [0x81, 3, 0x84]))
        let encoded = links.map { link in
            Self.number(link.id, 2) + Data([UInt8(link.properties.count)]) + Data(link.properties.map(UInt8.init))
        }
        let table = Self.full("ipma", Self.number(links.count, 4), encoded.reduce(Data(), +))
        return Self.box("iprp", list, table)
    }

    private func places(from start: Int) -> Data {
        var (offset, places) = (start, Data())
        for item in items {
            places += Self.number(item.id, 2) + Self.number(0, 2) + Self.number(1, 2)
            places += Self.number(offset, 4) + Self.number(item.bytes.count, 4)
            offset += item.bytes.count
        }
        return Self.full("iloc", Data([0x44, 0]), Self.number(items.count, 2), places)
    }

    private static func box(_ type: String, _ parts: Data...) -> Data {
        let body = parts.reduce(Data(), +)
        return number(body.count + 8, 4) + Data(type.utf8) + body
    }

    private static func full(_ type: String, version: Int = 0, _ parts: Data...) -> Data {
        box(type, number(version << 24, 4), parts.reduce(Data(), +))
    }

    private static func number(_ value: Int, _ byteCount: Int) -> Data {
        Data((0..<byteCount).reversed().map { UInt8(value >> (8 * $0) & 0xFF) })
    }
}
