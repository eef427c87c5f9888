import PhlistControl

/// Photos as text.
enum PhotoText {
    static let viewerHint: TerminalText = "to see photos here: apt-get install chafa"

    /// Returns a description, for example `1280 × 960 JPEG, 214.0 kB; not here yet; on: nas`.
    static func words(_ photo: PhotoView, _ clock: Clock) -> TerminalText {
        let size = ByteCount.text(Int64(photo.size))
        let kind: TerminalText = "\(photo.width) × \(photo.height) \(photo.type.uppercased()), \(size)"
        let set: TerminalText = ", set \(ItemText.act(photo.setAt, photo.setBy, clock))"
        return "\(kind)\(set)\(place(photo))"
    }

    /// Returns the description, always with the place.
    static func wordsWithPlace(_ photo: PhotoView, _ clock: Clock) -> TerminalText {
        photo.place == .here ? "\(words(photo, clock)); here" : words(photo, clock)
    }

    /// Returns a note if the name of a file promises another picture format than that of all photos, JPEG.
    static func otherFormat(_ file: String) -> [TerminalText] {
        let name = file.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? ""
        return otherEndings.contains(ending) ? ["\(file) holds a JPEG picture"] : []
    }

    private static let otherEndings: Set = [
        ".avif", ".bmp", ".gif", ".heic", ".heif", ".jxl", ".png", ".svg", ".tif", ".tiff", ".webp",
    ]

    private static func place(_ photo: PhotoView) -> TerminalText {
        let devices = photo.devices.joined(separator: ", ")
        switch photo.place {
        case .here: return ""
        case .arriving: return "; \(photo.percent ?? 0) % of it is here"
        case .elsewhere: return devices.isEmpty ? "; not here yet" : "; not here yet; on: \(devices)"
        }
    }
}
