/// A place key read as levels; bytes after the last level, in a key of another scheme, have no meaning.
struct PlacePath {
    let bytes: [UInt8]
    let levels: [PlaceLevel]

    /// Reads a key from any bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var (rest, levels) = (bytes[...], [PlaceLevel]())
        while let level = PlaceLevel(readingFrom: &rest) {
            levels.append(level)
        }
        self.levels = levels
    }

    /// The common prefix of all keys of the last level's run.
    var bytesOfRun: [UInt8] {
        levels.dropLast().flatMap(\.bytes) + (levels.last?.bytesOfRun ?? [])
    }

    func position(at depth: Int) -> Int? {
        levels.indices.contains(depth) ? levels[depth].position : nil
    }

    /// Whether this key belongs to the last run of another, or is below an item of it.
    func isInRun(of other: PlacePath) -> Bool {
        bytes.starts(with: other.bytesOfRun)
    }
}

/// A run among its neighbours, and one item's number in that run.
struct PlaceLevel: Equatable {
    let position: Int
    /// The mark of the run's writer; only the low 24 bits are kept.
    let writer: UInt32
    var count: Int

    /// The common bytes of all keys of the run on this level.
    var bytesOfRun: [UInt8] {
        PlaceNumber.bytes(position) + [16, 8, 0].map { UInt8(truncatingIfNeeded: writer >> $0) }
    }

    var bytes: [UInt8] {
        bytesOfRun + PlaceNumber.bytes(count)
    }
}

extension PlaceLevel {
    /// Reads one level and leaves the bytes after it; leaves all bytes if there is no whole level.
    init?(readingFrom bytes: inout ArraySlice<UInt8>) {
        var rest = bytes
        guard let position = PlaceNumber.read(from: &rest), rest.count > 3 else { return nil }
        let writer = rest.prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
        rest.removeFirst(3)
        guard let count = PlaceNumber.read(from: &rest) else { return nil }
        self.init(position: position, writer: writer, count: count)
        bytes = rest
    }
}

/// Whole numbers as bytes in the same sort order, one to five of them, none zero.
///
/// ```
/// 10xxxxxx                                       0 and above: as many ones as bytes, as in UTF-8; a byte after
/// 110xxxxx digit                                 the first is a digit to the base of 255, plus one
/// …
/// 111110xx digit digit digit digit
/// ```
///
/// The next length begins where the one before ends, so every number has one form. The form of a negative number n is
/// that of -1 - n, with the first byte inverted and every digit negated modulo 256.
enum PlaceNumber {
    private static let lengthMax = 5
    private static let base = 255
    /// Leaves room for four more runs between two that were started one after the other.
    private static let stepMax = 16

    /// The numbers that can be written: about seventeen billion on either side of zero.
    static let range = ~numberMax...numberMax
    private static let numberMax = (1...lengthMax).reduce(-1) { $0 + capacity($1) }

    /// Returns a number with room on both sides; nil if there is none between the two.
    static func between(_ low: Int?, _ high: Int?) -> Int? {
        guard let start = low ?? high.map({ $0 - 2 * stepMax }) else { return 0 }
        let step = high.map { min(stepMax, ($0 - start) / 2) } ?? stepMax
        return step > 0 && range.contains(start + step) ? start + step : nil
    }

    static func bytes(_ number: Int) -> [UInt8] {
        var rest = number < 0 ? ~number : number
        var length = 1
        while rest >= capacity(length) {
            rest -= capacity(length)
            length += 1
        }
        var digits: [UInt8] = []
        for _ in 1..<length {
            digits.append(UInt8(rest % base + 1))
            rest /= base
        }
        return mirrored([mark(length) | UInt8(rest)] + digits.reversed(), if: number < 0)
    }

    /// Reads a number; nil if there is none, and then no byte is consumed.
    static func read(from bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        let isNegative = first < 0x80
        let length = (isNegative ? first : ~first).leadingZeroBitCount
        guard length <= lengthMax, bytes.count >= length else { return nil }
        let form = mirrored(Array(bytes.prefix(length)), if: isNegative)
        guard !form.dropFirst().contains(0) else { return nil }
        let offset = form.dropFirst().reduce(Int(form[0] ^ mark(length))) { $0 * base + Int($1) - 1 }
        let number = (1..<length).reduce(offset) { $0 + capacity($1) }
        bytes = bytes.dropFirst(length)
        return isNegative ? ~number : number
    }

    private static func capacity(_ length: Int) -> Int {
        (1..<length).reduce(0x80 >> length) { capacity, _ in capacity * base }
    }

    private static func mark(_ length: Int) -> UInt8 {
        ~(0xFF >> length)
    }

    /// The form of a negative number: the first byte inverted, every digit negated modulo 256.
    private static func mirrored(_ bytes: [UInt8], if isNegative: Bool) -> [UInt8] {
        guard isNegative else { return bytes }
        return bytes.prefix(1).map(~) + bytes.dropFirst().map { 0 &- $0 }
    }
}

extension [UInt8] {
    /// Returns bytes that, with all that begin with them, lie between these and others; nil if there is no room.
    func halfway(to right: [UInt8]?) -> [UInt8]? {
        var (bytes, right): ([UInt8], [UInt8]?) = ([], right)
        while bytes.count <= Limits.placeKeyBytesMax {
            let index = bytes.count
            let low = index < count ? Int(self[index]) : 0
            let high = right.map { index < $0.count ? Int($0[index]) : -1 } ?? 256
            guard high >= low else { return nil }
            if high - low > 1 {
                return bytes + [UInt8((low + high) / 2)]
            }
            bytes.append(UInt8(low))
            if high > low {
                right = nil
            }
        }
        return nil
    }
}
