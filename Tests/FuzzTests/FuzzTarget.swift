import PhlistModel

/// A decoder that is fed any bytes, and what must hold whatever they are.
///
/// `./dev fuzz` looks for bytes that break a rule; the tests of this target replay those of `Corpus`.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// A batch, as peers send it.
    case batch
    /// A JSON document that a program sends to the control socket.
    case control
    /// A record of the log: its kind in a byte, then its bytes.
    case entry
    /// The beginning of a file that shall be a photo.
    case image
    /// A frame between members: its type in a byte, then its body.
    case message
    /// The ops of one batch: their count in a byte, then their bytes.
    case op
    /// Frames from a device that wants to pair: see `StrangerRules`.
    case pairing
    /// Batches of three devices: see `ScopeScript`.
    case scope
    /// The text record of a service on the network.
    case text
    /// A line that shall be a ticket.
    case ticket

    /// Feeds an input to the decoder.
    ///
    /// - Returns: What the input has reached.
    /// - Throws: When a rule is broken.
    func examine(_ input: [UInt8]) throws(BrokenRule) -> Marks {
        var marks = Marks()
        do throws(CodecError) {
            switch self {
            case .batch: try BatchRules.examine(input, &marks)
            case .control: StrangerRules.examineControl(input, &marks)
            case .entry: try EntryRules.examine(input, &marks)
            case .image: StrangerRules.examineImage(input, &marks)
            case .message: try MessageRules.examine(input, &marks)
            case .op: try BatchRules.examineOps(input, &marks)
            case .pairing: StrangerRules.examinePairing(input, &marks)
            case .scope: try ScopeScript(input).run(&marks)
            case .text: StrangerRules.examineText(input, &marks)
            case .ticket: StrangerRules.examineTicket(input, &marks)
            }
        } catch {
            marks.add(error)
        }
        if let rule = marks.broken { throw BrokenRule(rule: rule) }
        return marks
    }
}

/// A rule that an input has broken.
struct BrokenRule: Error {
    var rule: String
}

/// What an input has reached: kinds of values that were read, and reasons why it was refused.
struct Marks {
    private(set) var reached: Set<String> = []
    /// The first rule that was broken.
    private(set) var broken: String?

    mutating func add(_ mark: String) {
        reached.insert(mark)
    }

    mutating func add(_ error: CodecError) {
        switch error {
        case .truncated: add("truncated")
        case .badVarint: add("bad varint")
        case .overLimit: add("over limit")
        case .trailing: add("trailing")
        // The words without the numbers.
        case .badValue(let what): add("bad " + what.prefix { !$0.isNumber }.trimmingSpaces)
        }
    }

    mutating func expect(_ isKept: Bool, _ rule: @autoclosure () -> String) {
        if !isKept, broken == nil { broken = rule() }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        last == " " ? dropLast() : self
    }
}

extension String {
    /// Whether bytes that are not UTF-8 may have been replaced, and what then exceeded the limit been cut.
    func isRepaired(limit: Int) -> Bool {
        contains("\u{FFFD}") || utf8.count > limit - 4
    }
}
