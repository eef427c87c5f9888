import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// A member device that says whatever does harm, in sessions that stand.
struct HostileMemberTests {
    /// Three honest devices, and one whose frames are made up.
    private final class Siege {
        let home: Home
        var random: SeededRandom

        init(seed: UInt64) throws {
            home = Home(try Device("anna"), try Device("ben"), try Device("carl"), try Device("mallory"))
            random = SeededRandom(seed: seed)
            home.devices[0].give(home.devices[0].add("eggs", "tea"))
            for number in 1...3 {
                try home.join(number, to: 0)
                home.connect(number, 0)
            }
            home.meet()
            home.compareAgain()
        }

        /// What was said before with some bytes changed, what means something by chance, or signed nonsense.
        func assault() {
            let victim = random.number(below: 3)
            guard let connection = connection(to: victim) else { return }
            let (type, body) = frame()
            home.devices[victim].turn([.received(connection, type: type, body: body)])
        }

        /// A session with the hostile device, which begins anew when it was ended.
        private func connection(to victim: Int) -> ConnectionID? {
            let device = home.devices[victim]
            let mallory = home.devices[3].id
            if let session = device.replica.exchange.openSession(with: mallory),
                home.connections.contains(session.connection)
            {
                return session.connection
            }
            home.connect(3, victim)
            return device.replica.exchange.openSession(with: mallory)?.connection
        }

        private func frame() -> (type: UInt8, body: [UInt8]) {
            switch random.number(below: 5) {
            case 0: return random.message().encoded
            case 1: return chosen
            case 2: return signed().encoded
            default: return mutated(chosen)
            }
        }

        private var chosen: (type: UInt8, body: [UInt8]) {
            let frame = home.frames[random.number(below: home.frames.count)]
            return (frame.type, frame.body)
        }

        private func mutated(_ frame: (type: UInt8, body: [UInt8])) -> (type: UInt8, body: [UInt8]) {
            var frame = frame
            for _ in 0...random.number(below: 3) where !frame.body.isEmpty {
                frame.body[random.number(below: frame.body.count)] = UInt8(random.number(below: 256))
            }
            return frame
        }

        /// Batches with a signature that holds.
        private func signed() -> Message {
            let scopes = home.devices[0].replica.library.scopes.keys.sorted()
            let scope = scopes[random.number(below: scopes.count)]
            let isControl = scope == home.devices[0].householdID || random.happens(percent: 30)
            var forger = Forger(home.devices[3], in: scope, tier: isControl ? .control : .content)
            let (victim, id) = (home.devices[random.number(below: 3)], home.devices[3].id)
            let own = victim.batches(of: scope).filter { $0.device == id }.map(\.reference)
            let previous = own.isEmpty || random.happens(percent: 30) ? nil : own[random.number(below: own.count)]
            let context = random.happens(percent: 50) ? victim.ends(in: scope).filter { !$0.hint.suits(id) } : []
            forger.write(
                [random.op()],
                after: previous,
                knowing: context,
                by: author(),
                forHouse: random.happens(percent: 20),
                at: Int64(random.next() >> 20)
            )
            return forger.message()
        }

        /// Itself, the house, another member, or nobody.
        private func author() -> MemberID {
            let members = [home.devices[3].member, .house, home.devices[0].member, random.identifier()]
            return members[random.number(below: members.count)] ?? .house
        }

        /// What exceeds a limit; nil when nothing does.
        var excess: String? {
            for device in home.devices.prefix(3) {
                let replica = device.replica.excess
                if let replica { return "\(device.name): \(replica)" }
            }
            return nil
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `whatever a member says, honest devices go on, keep to their limits and become equal`(seed: UInt64) throws {
        let siege = try Siege(seed: seed)
        let honest = Array(siege.home.devices.prefix(3))
        for round in 0..<400 {
            siege.assault()
            if round % 20 == 0 {
                let device = honest[round / 20 % 3]
                device.give(device.add("item \(round)"))
                siege.home.settle()
            }
            if round % 50 == 0 {
                for device in honest { device.monotonic += 10_000 }
                #expect(siege.excess == nil)
            }
        }
        siege.home.settle()
        let after = Home(honest[0], honest[1], honest[2])
        for device in honest {
            device.monotonic += 1_000_000
            for session in device.replica.exchange.openSessions { device.turn([.disconnected(session.connection)]) }
        }
        // Many branches come at a pace.
        for _ in 0..<30 where !honest.allSatisfy({ $0.agrees(with: honest[0]) }) {
            after.meet()
            for device in honest { device.monotonic += 60_000 }
        }
        #expect(honest.allSatisfy { $0.agrees(with: honest[0]) })
        for round in stride(from: 0, to: 400, by: 20) {
            let device = honest[round / 20 % 3]
            let lists = device.replica.library.lists(for: device.principal)
            #expect(lists.contains { $0.items.contains { $0.title == "item \(round)" } })
        }
    }
}

extension Replica {
    /// The size of everything that has arrived and cannot be stored yet.
    var waitingByteCount: Int { exchange.inboxSizes(in: library).values.reduce(0, +) }

    /// What exceeds a limit; nil when nothing does.
    fileprivate var excess: String? {
        if library.scopes.count > HouseholdLimits.scopesMax { return "\(library.scopes.count) scopes" }
        if waitingByteCount > SyncLimits.inboxesBytesMax { return "\(waitingByteCount) bytes wait" }
        if peers.places.count > SyncLimits.endpointsMax { return "\(peers.places.count) places" }
        if peers.hearsay.count > HouseholdLimits.devicesMax { return "\(peers.hearsay.count) devices by hearsay" }
        if blobs.transfers.count > BlobLimits.transfersMax { return "\(blobs.transfers.count) downloads" }
        for peer in blobs.serving.requests.values where peer.waiting.count > BlobLimits.waitingMax {
            return "\(peer.waiting.count) wants"
        }
        for (scope, slot) in library.scopes where slot.state.ledger.chains.count > PhlistModel.Limits.scopeChainsMax {
            return "\(slot.state.ledger.chains.count) chains in \(scope)"
        }
        return nil
    }
}
