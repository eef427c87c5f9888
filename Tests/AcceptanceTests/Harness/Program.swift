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

    /// Variables without which the programs cannot find the libraries of a toolchain.
    static var libraryVariables: [String: String] {
        ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }
    }

    private static func folderOfRunner() -> String {
        let runner = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: runner ?? "").deletingLastPathComponent().path
    }
}
