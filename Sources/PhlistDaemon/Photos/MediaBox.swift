/// A box of the ISO base media file format (ISO/IEC 14496-12, 4.2), of which a HEIC file consists.
///
/// ```
/// length u32, with these 8 bytes | type, 4 letters | length u64 where the first is 1 | body
/// ```
/// Numbers are big-endian; a length of 0 reaches to the end of the file.
struct MediaBox {
    var type: String
    /// The part of the body that is present.
    var body: ArraySlice<UInt8>
    /// The size including the header, as the box claims.
    var byteCount: Int

    /// The size of the longest header.
    static let headerBytesMax = 16

    /// Reads the box at the beginning of some bytes; nil when they are too few or not a box.
    init?(beginning bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        let start = bytes.startIndex
        type = String(decoding: bytes[(start + 4)..<(start + 8)], as: UTF8.self)
        let short = bytes.bigEndian(at: 0, count: 4)
        let isLong = short == 1
        guard !isLong || bytes.count >= Self.headerBytesMax else { return nil }
        let headerCount = isLong ? Self.headerBytesMax : 8
        guard let length = Int(exactly: isLong ? bytes.bigEndian(at: 8, count: 8) : short) else { return nil }
        byteCount = length == 0 ? .max : length
        guard byteCount >= headerCount else { return nil }
        body = bytes.prefix(byteCount).dropFirst(headerCount)
    }

    /// Returns the boxes in some bytes, up to the first invalid one; the last may be cut off.
    static func all(in bytes: ArraySlice<UInt8>) -> [MediaBox] {
        var (rest, boxes): (ArraySlice<UInt8>, [MediaBox]) = (bytes, [])
        while let box = MediaBox(beginning: rest) {
            boxes.append(box)
            rest = rest.dropFirst(box.byteCount)
        }
        return boxes
    }
}

extension ArraySlice<UInt8> {
    /// Reads a number at an offset from the beginning of the slice; the bytes must be present.
    func bigEndian(at offset: Int, count: Int) -> UInt64 {
        dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ImageSize {
    /// Reads the size in the properties of a HEIC (ISO/IEC 23008-12, 6.5.3): the largest, if the picture consists of
    /// tiles.
    ///
    /// A property of AV1 would select another decoder than that of HEVC: then it is not a HEIC.
    init?(heic bytes: [UInt8]) {
        // The four bytes before the boxes in "meta" are its version and flags.
        guard let meta = MediaBox.all(in: bytes[...]).first(where: { $0.type == "meta" })?.body.dropFirst(4),
            let list = MediaBox.all(in: meta).first(where: { $0.type == "iprp" })?.body,
            let properties = MediaBox.all(in: list).first(where: { $0.type == "ipco" })?.body
        else { return nil }
        let boxes = MediaBox.all(in: properties)
        guard !boxes.contains(where: { $0.type == "av1C" }) else { return nil }
        let sizes = boxes.filter { $0.type == "ispe" && $0.body.count >= 12 }.map { box in
            ImageSize(
                width: Int(box.body.bigEndian(at: 4, count: 4)),
                height: Int(box.body.bigEndian(at: 8, count: 4))
            )
        }
        guard let largest = sizes.max(by: { $0.pixels < $1.pixels }) else { return nil }
        self = largest
    }
}
