/// How long things may be, so that a reader can hold them in the eye.
enum Limits {
    static let lineLengthMax = 120
    static let functionLinesMax = 70
    /// A file that is longer is a question; the answer belongs in `longFiles`.
    static let fileLinesMax = 400
    /// Files in one folder of the sources, without those in folders below.
    static let folderFilesMax = 25

    /// Files that are longer for a reason: the path, and why.
    static let longFiles: [String: String] = [
        "Tests/PhlistSyncTests/SnapshotTests.swift": "one property over all that a log can hold"
    ]
}
