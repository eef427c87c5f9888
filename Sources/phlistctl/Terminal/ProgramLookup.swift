import FoundationEssentials

/// Looks for programs in the folders of `$PATH`.
struct ProgramLookup {
    private let folders: [Substring]

    init(_ environment: [String: String]) {
        folders = environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
    }

    /// Whether a program is there and may be run.
    func finds(_ program: String) -> Bool {
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
