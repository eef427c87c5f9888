import PhlistControl

/// Draws pictures in the terminal with `chafa`, which knows the capabilities of terminals.
///
/// The bytes may come from another device, so the decoder gets only a JPEG, with limits on memory and time.
struct PictureViewer {
    private static let program = "chafa"
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]
    /// Rows for the line about the picture, the prompt, and the typed line.
    private static let rowsForText = 3

    /// The space that a picture may take.
    enum Room {
        /// The whole window.
        case window
        /// A few rows below a line of a listing.
        case listing

        func size(in window: WindowSize) -> WindowSize {
            let rows = max(1, window.rows - rowsForText)
            switch self {
            case .window: return WindowSize(columns: window.columns, rows: rows)
            case .listing: return WindowSize(columns: min(window.columns, 24), rows: min(rows, 6))
            }
        }
    }

    private let window: () -> WindowSize
    private let environment: [String: String]

    /// Returns a function that draws; nil if the cursor cannot be moved or the program is missing.
    static func drawing(
        in window: (() -> WindowSize)?,
        environment: [String: String]
    ) -> ((_ bytes: [UInt8], _ room: Room) throws -> Void)? {
        guard let window, ProgramLookup(environment).finds(program) else { return nil }
        return PictureViewer(window: window, environment: environment).draw
    }

    private func draw(_ bytes: [UInt8], in room: Room) throws {
        guard bytes.starts(with: Self.jpeg) else {
            throw ControlError(
                .invalid,
                "the photo is not a JPEG, so it is not drawn",
                hint: "phlistctl photo save saves it"
            )
        }
        try TemporaryDirectory.with(environment) { directory in
            let path = "\(directory)/photo.jpg"
            try TemporaryDirectory.write(bytes, to: path)
            try draw(file: path, in: room)
        }
    }

    private func draw(file path: String, in room: Room) throws {
        let size = room.size(in: window())
        let script = #"exec prlimit --as=1073741824 --cpu=20 --core=0 -- chafa --animate=off "--size=$1" -- "$2""#
        let sizeWord = "\(size.columns)x\(size.rows)"
        let status = try TerminalProcess.run(["-c", script, Self.program, sizeWord, path], environment: environment)
        guard status == 0 else {
            throw ControlError(.unavailable, "chafa cannot draw the photo (status \(status))")
        }
    }
}
