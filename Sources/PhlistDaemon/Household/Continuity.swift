import PhlistLog
import PhlistModel
import PhlistSync

/// Proves from one run to the next that nobody put an older copy of the state directory in its place: then the feeds
/// of the last run are continued instead of new ones begun.
struct Continuity {
    let device: DeviceID
    let path: String
    private let directory: FileIdentity?
    private let machine: String
    private let fileSystem = PosixFileSystem()

    /// - Parameters:
    ///   - device: Whose state it is.
    ///   - cache: The directory for the token, outside of the state directory.
    ///   - state: The state directory.
    init(of device: DeviceID, cache: String, state: StateDirectory) {
        self.device = device
        path = "\(cache)/\(device).token"
        directory = try? fileSystem.identity(of: state.path)
        let file = try? fileSystem.open("/etc/machine-id", .read)
        machine = (try? file?.read(64, at: 0)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Takes the token away, so that no other run goes on from the same place.
    ///
    /// - Returns: The incarnation to go on with; nil when nothing proves that the log is the latest.
    func take(_ ending: OpenReport.Ending) throws(FileError) -> Incarnation? {
        guard let token = try ContinuityToken.take(from: path, on: fileSystem), let directory else { return nil }
        let isProven = token.continues(ending, device: device, directory: directory, machine: machine)
        return isProven ? token.incarnation : nil
    }

    /// Leaves a token for the next run.
    func leave(_ incarnation: Incarnation, nonce: UInt64) throws(FileError) {
        guard let directory else { return }
        let token = ContinuityToken(
            device: device,
            nonce: nonce,
            incarnation: incarnation,
            directory: directory,
            machine: machine
        )
        try token.write(to: path, on: fileSystem)
    }
}
