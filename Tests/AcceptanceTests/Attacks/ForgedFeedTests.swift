import Foundation
import PhlistModel
import PhlistSync
import Testing

/// A member device that says what others have not written, or not so, to a daemon as it runs.
struct ForgedFeedTests {
    enum Forgery: CaseIterable {
        /// In the name of the device that is told, or of another one, signed by who says it.
        case hisName
        case anothersName
        /// Its own, with another text than it has signed, or with a signature that is none.
        case anotherText
        case brokenSignature
    }

    private static func op(_ number: UInt64, _ title: String) -> Op {
        .write(EntityID(rawValue: number), [FieldWrite(.life, Life.alive), FieldWrite(.title, text: title)])
    }

    @Test(arguments: Forgery.allCases)
    func `a member device forges a feed: it is hung up on, and nothing of it is kept`(_ forgery: Forgery) throws {
        let (ann, mallory) = try Pairing.household()
        let carl = try Home()
        try Pairing.join(carl, to: ann)
        let shopping = try #require(ann.listIDs().first)
        let device = try HostileDevice(inPlaceOf: mallory, against: ann)
        let author: DeviceID =
            switch forgery {
            case .hisName: try HostileDevice.id(of: ann)
            case .anothersName: try HostileDevice.id(of: carl)
            case .anotherText, .brokenSignature: device.id
            }
        var chain = try HostileDevice.Chain(of: author, in: shopping, of: ann)
        var signed = chain
        let batch = chain.append([Self.op(1, "forged")])
        _ = signed.append([Self.op(1, forgery == .anotherText ? "signed" : "forged")])
        var signature = try device.signature(of: signed)
        if forgery == .brokenSignature { signature[signature.count - 1] ^= 1 }
        try device.say([batch], of: chain, signed: signature)
        #expect(try device.lastWord() == .goodbye(.badSignature))
        #expect(try !ann.keeps("forged"))
        #expect(try !ann("ls", "--all").output.contains("forged"))
    }

    @Test func `a member device leaves something out: what is behind it counts when that has come`() throws {
        let (ann, mallory) = try Pairing.household()
        let shopping = try #require(ann.listIDs().first)
        let device = try HostileDevice(inPlaceOf: mallory, against: ann)
        var chain = try HostileDevice.Chain(of: device.id, in: shopping, of: ann)
        let batches = [chain.append([Self.op(1, "first")]), chain.append([Self.op(2, "second")])]
        try device.say([batches[1]], of: chain)
        try device.waitUntilHeard()
        #expect(try !ann("ls").output.contains("second"))
        #expect(try !ann.keeps("second"))
        try device.say(batches, of: chain)
        try device.waitUntilHeard()
        let shown = try ann("ls").output
        #expect(shown.contains("first") && shown.contains("second"), "\(shown)")
    }

    @Test func `the session of a removed device ends within a second, whatever its program does`() throws {
        let homes = try Home.household("ann", "mallory")
        let (ann, mallory) = (homes[0], homes[1])
        let device = try HostileDevice(inPlaceOf: mallory, against: ann)
        try device.waitUntilHeard()
        try ann("device", "remove", "mallory", "--yes").check()
        let removed = ContinuousClock.now
        #expect(try device.lastWord() == .goodbye(.removed))
        #expect(ContinuousClock.now - removed < .seconds(1))
        let again = Result { try HostileDevice(inPlaceOf: mallory, against: ann) }
        #expect(throws: (any Error).self) { try again.get().waitUntilHeard() }
    }
}
