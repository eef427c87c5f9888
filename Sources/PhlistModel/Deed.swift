/// Something that a device did and that others judge by what its author knew: an act of the roster, a word on who may
/// see a list.
package struct Deed<Content: Hashable & Sendable>: Hashable, Sendable {
    package let dot: Dot
    package let act: Act
    package let content: Content
    let known: KnownDeeds

    /// Whether its author knew of another deed of its kind.
    func knows(_ other: Deed) -> Bool {
        known.contains(other.dot)
    }
}

/// Of some deeds those that an author knew; what else he knew does not matter.
struct KnownDeeds: Hashable, Sendable {
    /// By feed: the last deed of it that he knew.
    private(set) var ends: [FeedID: UInt64] = [:]
    /// Deeds before those ends that he knew only as given up: they have turned up since.
    private(set) var unseen: Set<Dot> = []

    /// Keeps which of some deeds are known.
    init(among dots: [Dot], where isKnown: (Dot) -> Bool) {
        for dot in dots where isKnown(dot) {
            ends[dot.feed] = max(ends[dot.feed] ?? 0, dot.sequence)
        }
        unseen = Set(dots.filter { contains($0) && !isKnown($0) })
    }

    func contains(_ dot: Dot) -> Bool {
        ends[dot.feed].map { dot.sequence <= $0 } ?? false && !unseen.contains(dot)
    }
}

extension Array {
    /// Makes a deed that is judged among these.
    func deed<Content>(
        _ content: Content,
        _ dot: Dot,
        _ act: Act,
        knowing isKnown: (Dot) -> Bool
    ) -> Deed<Content> where Element == Deed<Content> {
        Deed(dot: dot, act: act, content: content, known: KnownDeeds(among: map(\.dot), where: isKnown))
    }

    /// Those that no author of another one knew: nobody has replaced them.
    func newest<Content>() -> [Deed<Content>] where Element == Deed<Content> {
        filter { deed in !contains { $0.knows(deed) } }
    }

    /// The one that everybody shows of several that know nothing of each other: the greatest by (stamp, dot).
    func greatest<Content>() -> Deed<Content>? where Element == Deed<Content> {
        self.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
    }
}

/// ```
/// deed  = dot | stamp u64 | by 16 B | device 32 B | content | end count varint | dot… | unseen count varint | dot…
/// dot   = feed 16 B | sequence varint
/// ```
extension Deed {
    func encode(into writer: inout ByteWriter, content encode: (Content, inout ByteWriter) -> Void) {
        writer.write(dot)
        writer.write(fixed: act.stamp.rawValue)
        writer.write(act.by)
        writer.write(act.device)
        encode(content, &writer)
        known.encode(into: &writer)
    }

    /// What it adds to the digest of the state that it is in.
    func digest(content encode: (Content, inout ByteWriter) -> Void) -> UInt128 {
        var (writer, mixer) = (ByteWriter(), DigestMixer())
        self.encode(into: &writer, content: encode)
        mixer.add(writer.bytes)
        return mixer.sum
    }

    init(
        from reader: inout ByteReader,
        content: (inout ByteReader) throws(CodecError) -> Content
    ) throws(CodecError) {
        dot = try reader.readDot()
        let stamp = Stamp(rawValue: try reader.readFixed())
        let by = try reader.readIdentifier(MemberID.self)
        act = Act(stamp: stamp, by: by, device: try reader.readDeviceID())
        self.content = try content(&reader)
        known = try KnownDeeds(from: &reader)
    }
}

extension KnownDeeds {
    fileprivate func encode(into writer: inout ByteWriter) {
        for dots in [ends.map { Dot(feed: $0.key, sequence: $0.value) }, Array(unseen)] {
            writer.write(varint: UInt64(dots.count))
            for dot in dots.sorted() {
                writer.write(dot)
            }
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        for dot in try reader.readDots() {
            ends[dot.feed] = dot.sequence
        }
        unseen = Set(try reader.readDots())
    }
}

extension ByteWriter {
    /// Writes what `readDot` reads.
    package mutating func write(_ dot: Dot) {
        write(dot.feed)
        write(varint: dot.sequence)
    }
}

extension ByteReader {
    /// Reads the identity of an op.
    package mutating func readDot() throws(CodecError) -> Dot {
        let feed = try readIdentifier(FeedID.self)
        return Dot(feed: feed, sequence: try readVarint())
    }

    fileprivate mutating func readDots() throws(CodecError) -> [Dot] {
        var dots: [Dot] = []
        for _ in 0..<(try readCount(ofAtLeast: FeedID.byteCount)) {
            dots.append(try readDot())
        }
        return dots
    }
}
