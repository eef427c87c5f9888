import FoundationEssentials

/// Looks for programs in the folders of `$PATH`.
struct ProgramLookup {
    private let folders: [Substring]

    init(_ environment: [String: String]) {
        folders = environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
    }

    /// Whether a program is there and may be run.
    func finds(_ program: String) -> Bool { path(of: program) != nil }

    /// Returns the path of a program that is there and may be run; nil without one.
    func path(of program: String) -> String? {
        folders.lazy.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
