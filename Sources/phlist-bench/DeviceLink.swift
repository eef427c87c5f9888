import PhlistHousehold
import PhlistSync

/// A connection between two devices in this process, without loss or delay.
final class DeviceLink {
    private let ends: [End]
    /// The time of what happens next.
    var time: Int64
    /// Bytes of the frames sent by the dialling device and by the other one, without TLS.
    private(set) var sentBytes = [0, 0]
    /// The number of times that the dialling device sent something and the other one answered.
    private(set) var roundCount = 0

    private struct End {
        let run: DeviceRun
        let id: ConnectionID
    }

    /// Connects two devices and delivers messages until both are quiet; the number must be unused.
    init(_ number: UInt64, from dialler: DeviceRun, to other: DeviceRun, at time: Int64) throws {
        self.time = time
        ends = [(dialler, 0), (other, 1)].map { End(run: $0, id: ConnectionID(rawValue: number * 2 + $1)) }
        let role = ConnectionRole.dialled(Endpoint("\(other.device)"))
        try dialler.connected(ends[0].id, to: other, role, at: time)
        let otherRole = ConnectionRole.accepted(from: Endpoint("\(dialler.device)"))
        try other.connected(ends[1].id, to: dialler, otherRole, at: time)
        try settle()
    }

    /// Delivers messages until both devices are quiet.
    func settle() throws {
        var isQuiet = false
        while !isQuiet {
            isQuiet = true
            for (number, end) in ends.enumerated() {
                for message in try end.run.takeMessages(on: end.id, at: time) {
                    let frame = message.encoded
                    // A frame starts with its length and its type.
                    sentBytes[number] += frame.body.count + 5
                    try ends[1 - number].run.received(frame, on: ends[1 - number].id, at: time)
                    isQuiet = false
                }
            }
            if !isQuiet { roundCount += 1 }
        }
    }

    /// Closes the connection on both sides.
    func close() throws {
        for end in ends { try end.run.disconnected(end.id, at: time) }
    }
}
