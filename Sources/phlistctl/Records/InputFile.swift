import Glibc
import PhlistControl

/// A file that is named on the command line.
enum InputFile {
    /// The bytes of a file, or of the standard input for "-".
    static func read(_ path: String, _ input: any TextInput) throws -> [UInt8] {
        guard path != "-" else { return try input.readAll(sizeMax: PhlistControl.Limits.requestBodySizeMax) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ControlError(.inputOutput, "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        return try DescriptorInput(descriptor: descriptor).readAll(sizeMax: PhlistControl.Limits.requestBodySizeMax)
    }
}
