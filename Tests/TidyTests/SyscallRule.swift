/// System calls are made in a few named files, so that a reader knows where the program touches the machine.
enum SyscallRule {
    /// The files that may import the C library, and what for.
    static let files: [String: String] = [:]

    /// Calls that no method of ours is named after.
    static let calls = [
        "accept4", "fallocate", "fdatasync", "flock", "fstat", "fstatat", "fsync", "ftruncate", "getifaddrs",
        "getsockopt",
        "linkat", "lseek", "lstat", "mkdirat", "mmap", "openat", "pread", "pwrite", "recvfrom", "recvmsg", "renameat",
        "sendmsg", "sendto", "setsockopt", "statfs", "unlinkat",
    ]

    /// Where a file imports the C library or calls it although it is not named.
    static func findings(in file: SourceFile, files: [String: String] = files) -> [String] {
        guard files[file.path] == nil else { return [] }
        return importFindings(file) + callFindings(file)
    }

    private static func importFindings(_ file: SourceFile) -> [String] {
        ImportRule.imports(in: file.text).filter {
            ["Glibc", "Musl", "Foundation", "CDNSSD", "CSodium"].contains($0.module)
        }.map {
            file.finding(line: $0.line, "imports \($0.module) without a reason in SyscallRule.files")
        }
    }

    private static func callFindings(_ file: SourceFile) -> [String] {
        let call = /(?:^|[^.\w]|\bGlibc\.)(\w+)\(/
        return MaskedSource(file.text).codeLines.enumerated().flatMap { index, line in
            line.matches(of: call).filter { calls.contains(String($0.1)) && !line.contains("func \($0.1)(") }.map {
                file.finding(line: index + 1, "calls \($0.1) without a reason in SyscallRule.files")
            }
        }
    }
}
