package import PhlistModel

/// What a run leaves outside of the state directory when it ends in order, so that the next can tell that the
/// directory is the one that was left, and not an earlier copy that was put back.
///
/// ```
///  0 "PHTOKEN1"             8 device id, 32 bytes
/// 40 nonce u64             48 incarnation u64
/// 56 device u64            64 inode u64, of the state directory
/// 72 length u16 | id of the machine, UTF-8 | CRC-32C u32 of the bytes before
/// ```
package struct ContinuityToken: Hashable, Sendable {
    package var device: DeviceID
    /// The number in the CLEAN frame that the run wrote.
    package var nonce: UInt64
    /// The incarnation in which the run wrote its batches.
    package var incarnation: UInt64
    /// The state directory.
    package var directory: FileIdentity
    /// What the operating system calls this machine.
    package var machine: String

    /// Creates a token.
    package init(
        device: DeviceID,
        nonce: UInt64,
        incarnation: UInt64,
        directory: FileIdentity,
        machine: String
    ) {
        self.device = device
        self.nonce = nonce
        self.incarnation = incarnation
        self.directory = directory
        self.machine = machine
    }

    private static let magic = Array("PHTOKEN1".utf8)
    private static let fixedByteCount = 74
}

extension ContinuityToken {
    /// Keeps the token under a path, durably; missing directories are made.
    package func write(to path: String, on fileSystem: any FileSystem) throws(FileError) {
        try fileSystem.makeDirectories(fileSystem.parent(of: path))
        try fileSystem.replace(path, with: bytes)
    }

    /// Takes the token away: when this returns it is gone for good, and no later run can take it again.
    ///
    /// - Returns: The token; nil when there is none, or no whole one.
    package static func take(from path: String, on fileSystem: any FileSystem) throws(FileError) -> ContinuityToken? {
        guard let file = try fileSystem.openIfPresent(path, .read) else { return nil }
        let bytes = try? file.read(LogLimits.tokenBytesMax, at: 0)
        try fileSystem.removeIfPresent(path)
        return bytes.flatMap(ContinuityToken.init(decoding:))
    }

    /// Whether a log that ended like this, in this directory, on this machine, is the one that was left.
    package func continues(
        _ ending: OpenReport.Ending,
        device: DeviceID,
        directory: FileIdentity,
        machine: String
    ) -> Bool {
        guard case .clean(let nonce?) = ending, nonce == self.nonce, !machine.isEmpty else { return false }
        return device == self.device && directory == self.directory && machine == self.machine
    }
}

extension ContinuityToken {
    /// The token as it is kept.
    var bytes: [UInt8] {
        let name = Array(machine.utf8.prefix(Int(UInt16.max)))
        var bytes = Self.magic + device.bytes
        for number in [nonce, incarnation, directory.device, directory.inode] {
            bytes.append(littleEndian: number)
        }
        bytes.append(littleEndian: UInt16(name.count))
        bytes += name
        bytes.append(littleEndian: Checksum.of(bytes[...]))
        return bytes
    }

    /// Reads a token; nil unless every byte is as it was written.
    init?(decoding bytes: [UInt8]) {
        guard bytes.count >= Self.fixedByteCount + 4, bytes.starts(with: Self.magic) else { return nil }
        let body = bytes.dropLast(4)
        guard bytes.suffix(4).littleEndian(at: 0, as: UInt32.self) == Checksum.of(body) else { return nil }
        let name = body.dropFirst(Self.fixedByteCount)
        guard
            name.count == Int(body.littleEndian(at: 72, as: UInt16.self)),
            let device = DeviceID(bytes: Array(body[8..<40])),
            let machine = String(validating: name, as: UTF8.self)
        else { return nil }
        self.device = device
        nonce = body.littleEndian(at: 40, as: UInt64.self)
        incarnation = body.littleEndian(at: 48, as: UInt64.self)
        directory = FileIdentity(
            device: body.littleEndian(at: 56, as: UInt64.self),
            inode: body.littleEndian(at: 64, as: UInt64.self)
        )
        self.machine = machine
    }
}
