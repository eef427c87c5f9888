import FoundationEssentials
import PhlistControl
import PhlistLog

/// Draws pictures in the terminal with `chafa`, which knows what terminals can do.
///
/// The bytes may come from another device, and a program decodes them: so it gets a JPEG or nothing, little memory and
/// time.
struct PictureViewer {
    private static let program = "chafa"
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]
    /// For the line about the picture, the prompt, and the line that was typed.
    private static let rowsForText = 3

    private let window: () -> WindowSize
    private let environment: [String: String]

    /// A way to draw; nil where no cursor can be moved, and when the program is not there.
    static func drawing(
        in window: (() -> WindowSize)?,
        environment: [String: String]
    ) -> (([UInt8]) throws -> Void)? {
        let folders = environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
        let isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        guard let window, isThere else { return nil }
        return PictureViewer(window: window, environment: environment).draw(bytes:)
    }

    private func draw(bytes: [UInt8]) throws {
        guard bytes.starts(with: Self.jpeg) else {
            throw ControlError(
                .invalid,
                "the photo is no JPEG, and is not drawn",
                hint: "phlistctl photo save saves it"
            )
        }
        try TemporaryDirectory.with(environment) { directory in
            let path = "\(directory)/photo.jpg"
            do throws(FileError) {
                try PosixFileSystem().open(path, .create).write(bytes, at: 0)
            } catch {
                throw error.controlError
            }
            try draw(file: path)
        }
    }

    private func draw(file path: String) throws {
        let size = window()
        let script = #"exec prlimit --as=1073741824 --cpu=20 --core=0 -- chafa --animate=off "--size=$1" -- "$2""#
        let room = "\(size.columns)x\(max(1, size.rows - Self.rowsForText))"
        let status = try TerminalProcess.run(["-c", script, Self.program, room, path], environment: environment)
        guard status == 0 else {
            throw ControlError(.unavailable, "chafa cannot draw the photo (status \(status))")
        }
    }
}
