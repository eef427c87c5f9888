import Foundation

/// The built programs.
enum Program {
    /// The folder of the programs, which is that of the test bundle.
    static let folder = folderOfRunner()

    /// Where a shell finds our programs and those of the system.
    static var searchPath: String { "\(folder):/usr/bin:/bin" }

    /// The path of a program.
    static func path(_ name: String) -> String {
        "\(folder)/\(name)"
    }

    /// What the programs inherit: where a toolchain's libraries are, and the mistake that a run of mutants makes.
    static var inheritedVariables: [String: String] {
        ProcessInfo.processInfo.environment.filter { ["LD_LIBRARY_PATH", "PHLIST_MUTANT"].contains($0.key) }
    }

    private static func folderOfRunner() -> String {
        let runner = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: runner ?? "").deletingLastPathComponent().path
    }
}
