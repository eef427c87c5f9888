import PhlistModel
import PhlistTestKit
import Testing

/// Every input that was ever worth keeping, replayed.
struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func `every input of the corpus keeps every rule`(target: FuzzTarget) throws {
        let corpus = try Corpus(of: target)
        #expect(!corpus.inputs.isEmpty)
        for input in corpus.inputs {
            #expect(throws: Never.self, "\(input.hex)") { try target.examine(input) }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `so does every input cut anywhere, and with any byte damaged`(target: FuzzTarget) throws {
        for input in try Corpus(of: target).inputs {
            for bytes in input.beginnings + input.damaged + [input + [0]] {
                do throws(BrokenRule) {
                    _ = try target.examine(bytes)
                } catch {
                    Issue.record("\(error.rule): \(bytes.hex)")
                    return
                }
            }
        }
    }

    @Test func `the corpus has every kind of op, message and entry, and every error`() throws {
        var reached: Set<String> = []
        for target in FuzzTarget.allCases {
            for input in try Corpus(of: target).inputs {
                reached.formUnion(try target.examine(input).reached)
            }
        }
        #expect(Self.expected.subtracting(reached) == [])
    }

    private static let expected: Set<String> = {
        let kinds =
            OpKind.allCases.map { "op \($0)" } + MessageKind.allCases.map { "message \($0)" }
            + EntryKind.allCases.map { "entry \($0)" }
        let errors = [
            "truncated", "bad varint", "over limit", "trailing", "bad batch number", "bad references out of order",
            "bad feeds out of order", "bad op kind", "bad merge class of field", "bad device role",
            "bad message type", "bad summary flag", "bad clock", "bad a blob without chunks",
        ]
        let rare = [
            "header", "context", "opaque", "folded", "repaired name", "register", "set", "message ignored",
            "entry passed over", "scope in another order", "scope with a branch", "scope with a second beginning",
        ]
        let strangers = [
            "pairing answer 81", "pairing answer 83", "pairing attempt", "pairing wrong code", "pairing malformed",
            "pairing invalid share", "ticket", "ticket refused", "text", "text refused", "text without attributes",
            "image jpeg", "image png", "image webp", "image heic", "image jpeg without a size",
            "image heic without a size", "image refused", "control refused",
            "control JoinRequest", "control SyncRequest", "control ItemPatch", "control NewFormField",
            "control FormFieldChange",
        ]
        return Set(kinds + errors + rare + strangers)
    }()

    @Test func `the corpora are small`() throws {
        let sizes = try FuzzTarget.allCases.map { try Corpus(of: $0).byteCount }
        #expect(sizes.reduce(0, +) <= Corpus.bytesMax)
    }
}
