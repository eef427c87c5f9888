import Glibc
import NIOCore
import PhlistBlobs
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// Makes a photo to store from any image file.
///
/// This process decodes no images. `vips` does, as a child with an empty environment, limited memory and time, and a
/// directory of its own. It turns the picture upright, scales it down and leaves out all other contents of the file,
/// above all the place where it was taken.
struct PhotoImport {
    private static let folder = "import"
    private static let input = "input"

    private let fileSystem: any FileSystem
    private let root: String
    private let turns: Turns
    /// The consequence of a refusal for the item, in words.
    private let consequence: String

    /// Creates an importer for one state directory.
    ///
    /// - Parameters:
    ///   - stateDirectory: The state directory.
    ///   - isForNewItem: Whether the photos are for items that are added only after them.
    ///   - turns: Limits the photos that are made at once; a received picture waits for its turn.
    ///   - fileSystem: The file system.
    init(
        in stateDirectory: String,
        isForNewItem: Bool = false,
        turns: Turns = Turns(PhotoLimits.importsMax),
        on fileSystem: any FileSystem = PosixFileSystem()
    ) {
        root = "\(stateDirectory)/\(Self.folder)"
        self.turns = turns
        consequence = isForNewItem ? "nothing was added" : "the item is unchanged"
        self.fileSystem = fileSystem
    }

    /// Removes files left by an interrupted run.
    func clear() {
        for name in (try? fileSystem.list(root)) ?? [] {
            remove("\(root)/\(name)")
        }
    }

    /// Reads an image to its end and makes a photo of it.
    ///
    /// - Throws: `ControlError` with one line about the fault of the image.
    func photo(from body: some AsyncSequence<ByteBuffer, any Error>) async throws -> ImportedPhoto {
        let directory = "\(root)/\(UInt64.random(in: .min ... .max))"
        do throws(FileError) {
            try fileSystem.makeDirectories(directory)
        } catch {
            throw refusal(error)
        }
        defer { remove(directory) }
        try await keep(body, in: "\(directory)/\(Self.input)")
        await turns.take()
        defer { turns.giveBack() }
        return try await convert(in: directory)
    }

    private func keep(_ body: some AsyncSequence<ByteBuffer, any Error>, in path: String) async throws {
        let file: any File
        do throws(FileError) {
            file = try fileSystem.open(path, .create)
        } catch {
            throw refusal(error)
        }
        var (offset, beginning): (Int, [UInt8]) = (0, [])
        var failure: ControlError?
        // It is read to its end in any case: a client that is still sending would not read the reply.
        for try await buffer in body {
            if failure == nil, offset + buffer.readableBytes <= PhotoLimits.inputBytesMax {
                let bytes = Array(buffer.readableBytesView)
                beginning += bytes.prefix(ImageKind.beginningBytesMax - beginning.count)
                failure = keep(bytes, at: offset, in: file)
            }
            offset += buffer.readableBytes
            guard offset <= 2 * PhotoLimits.inputBytesMax else { break }
        }
        if let failure { throw failure }
        guard offset <= PhotoLimits.inputBytesMax else {
            throw ControlError(.tooLarge, "a photo file has at most \(PhotoLimits.inputBytesMax >> 20) MiB")
        }
        guard offset > 0 else { throw ControlError(.invalid, "the file is empty; a photo is JPEG, PNG, WebP or HEIC") }
        guard let kind = ImageKind(beginning: beginning) else {
            throw ControlError(.invalid, "this is not a photo that phlist knows; it must be JPEG, PNG, WebP or HEIC")
        }
        try checkSize(kind, of: file)
    }

    /// Writes a piece if there is room for photos; otherwise frees the space of the earlier pieces.
    private func keep(_ bytes: [UInt8], at offset: Int, in file: any File) -> ControlError? {
        do throws(BlobError) {
            try BlobStore.checkRoom(for: bytes.count, in: root, on: fileSystem)
            do { try file.write(bytes, at: offset) } catch { throw .file(error) }
            return nil
        } catch {
            try? file.truncate(to: 0)
            return ControlError(error.isLackOfRoom ? .diskFull : .inputOutput, "\(consequence): \(error)")
        }
    }

    /// Refuses a picture that claims more pixels than a photo has, before anything decodes it.
    private func checkSize(_ kind: ImageKind, of file: any File) throws(ControlError) {
        let header: [UInt8]
        do throws(FileError) {
            header = try file.read(PhotoLimits.headerBytesMax, at: try headerOffset(kind, in: file))
        } catch {
            throw refusal(error)
        }
        guard let size = kind.size(in: header) else {
            throw ControlError(.invalid, "the photo is damaged or incomplete; \(consequence)")
        }
        guard size.pixels <= PhotoLimits.pixelsMax else {
            let words = "a photo has at most \(PhotoLimits.pixelsMax / 1_000_000) megapixels"
            throw ControlError(.tooLarge, "\(words), this one has \(size.pixels / 1_000_000)")
        }
    }

    /// Returns the offset of the size in a file: in a HEIC the picture may precede its description.
    private func headerOffset(_ kind: ImageKind, in file: any File) throws(FileError) -> Int {
        guard kind == .heic else { return 0 }
        var offset = 0
        for _ in 0..<PhotoLimits.boxesBeforeMetaMax {
            let box = MediaBox(beginning: try file.read(MediaBox.headerBytesMax, at: offset)[...])
            guard let box, box.type != "meta", box.byteCount <= PhotoLimits.inputBytesMax else { break }
            offset += box.byteCount
        }
        return offset
    }

    private func convert(in directory: String) async throws(ControlError) -> ImportedPhoto {
        try await run(PhotoSize(side: PhotoLimits.sideMax, quality: 80), from: Self.input, to: "photo.jpg", directory)
        let bytes = try read("\(directory)/photo.jpg", bytesMax: Limits.blobBytesMax)
        guard let bytes, let size = ImageSize(jpeg: bytes) else {
            throw ControlError(.invalid, "the photo cannot be made small enough")
        }
        for (index, small) in PhotoSize.thumbnails.enumerated() {
            let name = "thumbnail\(index).jpg"
            try await run(small, from: "photo.jpg", to: name, directory)
            if let thumbnail = try read("\(directory)/\(name)", bytesMax: PhotoLimits.thumbnailBytesMax) {
                return ImportedPhoto(bytes: bytes, thumbnail: thumbnail, width: size.width, height: size.height)
            }
        }
        throw ControlError(.invalid, "the photo cannot be made small enough for a thumbnail")
    }

    /// Reads a file; nil when it is empty or larger than `bytesMax`.
    private func read(_ path: String, bytesMax: Int) throws(ControlError) -> [UInt8]? {
        do throws(FileError) {
            let bytes = try fileSystem.open(path, .read).read(bytesMax + 1, at: 0)
            return (1...bytesMax).contains(bytes.count) ? bytes : nil
        } catch {
            throw refusal(error)
        }
    }

    private func run(
        _ size: PhotoSize,
        from input: String,
        to output: String,
        _ directory: String
    ) async throws(ControlError) {
        guard let vips = program("vips"), let prlimit = program("prlimit") else {
            throw ControlError(
                .unavailable,
                "photos need the program vips, which is missing",
                hint: "install it with: apt-get install libvips-tools"
            )
        }
        let limits = ["--as=\(1 << 30)", "--cpu=20", "--fsize=\(32 << 20)", "--core=0", "--"]
        let child = ChildProcess(
            path: prlimit,
            arguments: limits + [vips] + size.arguments(from: input, to: output),
            environment: ["VIPS_BLOCK_UNTRUSTED=1"],
            directory: directory,
            timeoutSeconds: PhotoLimits.importSecondsMax
        )
        if let refusal = refusal(await child.run()) { throw refusal }
    }

    private func program(_ name: String) -> String? {
        ["/usr/bin/\(name)", "/usr/local/bin/\(name)"].first { (try? fileSystem.identity(of: $0)) != nil }
    }

    /// Returns the words for a picture that vips did not convert; nil if it did.
    private func refusal(_ ending: ChildProcess.Ending) -> ControlError? {
        switch ending {
        case .exited(0, _): nil
        case .exited(_, let messages) where Self.lackOfMemory.contains { messages.contains($0) }:
            ControlError(.tooLarge, "the photo takes too much memory to be read")
        case .exited, .saidTooMuch: ControlError(.invalid, "the photo is damaged or incomplete; \(consequence)")
        case .signalled: ControlError(.tooLarge, "the photo takes too much time or memory to be read")
        case .failed: ControlError(.unavailable, "the program vips could not be run; \(consequence)")
        }
    }

    /// Parts of the messages with which vips says that it got no memory.
    private static let lackOfMemory = ["out of memory", "unable to allocate"]

    private func remove(_ directory: String) {
        for name in (try? fileSystem.list(directory)) ?? [] {
            try? fileSystem.unlink("\(directory)/\(name)")
        }
        rmdir(directory)
    }

    private func refusal(_ error: FileError) -> ControlError {
        ControlError(error.reason.isLackOfRoom ? .diskFull : .inputOutput, "\(consequence): \(error)")
    }
}

/// The size of a picture, and the quality of its compression.
private struct PhotoSize {
    var side: Int
    var quality: Int

    /// Smaller and coarser, to be tried until one fits.
    static let thumbnails = [
        PhotoSize(side: 320, quality: 75), PhotoSize(side: 320, quality: 50), PhotoSize(side: 240, quality: 40),
        PhotoSize(side: 160, quality: 30), PhotoSize(side: 96, quality: 30),
    ]

    /// Returns the arguments for vips; transparent parts become white, and a truncated file is refused.
    func arguments(from input: String, to output: String) -> [String] {
        [
            "thumbnail", input, "\(output)[Q=\(quality),strip,background=255]", "\(side)", "--height", "\(side)",
            "--size", "down", "--fail-on", "truncated", "--export-profile", "srgb", "--vips-novector",
            "--vips-concurrency=1",
        ]
    }
}

/// The limits of photos, each with its reason.
enum PhotoLimits {
    /// The largest image to be scaled down: the raw picture of a good camera.
    static let inputBytesMax = PhlistControl.Limits.photoFileSizeMax
    /// More than a good camera takes; a few kilobytes can claim billions, and decoding them takes minutes.
    static let pixelsMax = 50_000_000
    /// The frame header of a JPEG follows the metadata of the camera, a small picture and a colour profile.
    static let headerBytesMax = 1 << 20
    /// A type, boxes that may be skipped, and the picture.
    static let boxesBeforeMetaMax = 8
    /// The longest side of a stored photo: as much as a screen shows.
    static let sideMax = 2048
    static let thumbnailBytesMax = BlobLimits.thumbnailBytesMax
    /// Each may take a gigabyte.
    static let importsMax = 2
    /// A photo takes a quarter of a second.
    static let importSecondsMax = 30
    /// The time that a reader waits for a photo that is being fetched.
    static let waitMillisecondsMax = 60_000
}
