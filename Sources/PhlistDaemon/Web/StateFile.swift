import PhlistControl
import PhlistLog

/// A small file in the state directory, which is replaced as a whole.
struct StateFile {
    let path: String

    /// Far more than a certificate, or the phones of a household.
    private static let sizeMax = 1 << 20

    init(_ name: String, in directory: String) {
        path = "\(directory)/\(name)"
    }

    /// Returns the bytes; nil if there is no file.
    ///
    /// - Throws: `configuration` for a file that others may read or that is another user's, `inputOutput` if it cannot
    ///   be read.
    func read() throws(ControlError) -> [UInt8]? {
        let (attributes, bytes): (FileAttributes, [UInt8])
        do throws(FileError) {
            guard let file = try PosixFileSystem().openIfPresent(path, .read) else { return nil }
            attributes = try file.attributes()
            bytes = try file.read(min(attributes.size, Self.sizeMax), at: 0)
        } catch {
            throw ControlError(.inputOutput, "\(error)")
        }
        guard attributes.isOurs else { throw ControlError(.configuration, "\(path) belongs to another user") }
        guard attributes.permissions & 0o077 == 0 else {
            let mode = String(attributes.permissions, radix: 8)
            throw ControlError(.configuration, "\(path) is open to others (mode \(mode))", hint: "chmod 600 \(path)")
        }
        return bytes
    }

    /// Replaces the bytes durably.
    func replace(with bytes: [UInt8]) throws(ControlError) {
        do throws(FileError) {
            try PosixFileSystem().replace(path, with: bytes)
        } catch {
            throw ControlError(error.reason.isLackOfRoom ? .diskFull : .inputOutput, "\(error)")
        }
    }
}
