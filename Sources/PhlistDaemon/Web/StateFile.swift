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
    func read() throws(ControlError) -> [UInt8]? {
        do throws(FileError) {
            guard let file = try PosixFileSystem().openIfPresent(path, .read) else { return nil }
            let size = try file.attributes().size
            return try file.read(min(size, Self.sizeMax), at: 0)
        } catch {
            throw ControlError(.inputOutput, "\(error)")
        }
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
