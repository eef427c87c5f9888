import PhlistControl

/// A picture for a photo, from a file or the standard input.
struct PictureFile {
    private let bytes: [UInt8]
    let name: String
    private static let pieceSize = 1 << 20

    var byteCount: Int { bytes.count }

    /// Reads a picture; a hyphen stands for standard input.
    ///
    /// - Throws: `ControlError` if it does not exist or is empty.
    init(_ path: String, _ context: Context) throws {
        bytes = try FileInput.open(path, or: context.input).readAll(sizeMax: PhlistControl.Limits.photoFileSizeMax)
        name = path == "-" ? "the standard input" : path
        guard !bytes.isEmpty else {
            throw ControlError(.invalid, "\(name) is empty; a photo is JPEG, PNG, WebP or HEIC")
        }
    }

    /// Sends the picture as the body of a request.
    ///
    /// - Throws: The errors of sending; a refusal names the picture.
    func send<Reply>(_ request: ControlRequest<Reply>, _ context: Context) throws -> Reply {
        do {
            return try sendBytes(request, context)
        } catch ClientError.refused(var error) where [.invalid, .tooLarge].contains(error.code) {
            error.message = "\(name): \(error.message)"
            throw error
        }
    }

    private func sendBytes<Reply>(_ request: ControlRequest<Reply>, _ context: Context) throws -> Reply {
        let text = ProgressText(work: "adding the photo", total: Int64(bytes.count))
        return try context.showing(text, leaving: "phlistctl show tells whether the photo is there") { progress in
            try context.daemon.send(request, byteCount: bytes.count) { offset in
                let piece = Array(bytes[offset..<min(offset + Self.pieceSize, bytes.count)])
                progress.advance(by: piece.count)
                return piece
            }
        }
    }
}
