import Glibc

/// Resources used by a process, according to the kernel.
struct ProcessUse {
    var processorMilliseconds: Double
    var residentBytes: Int
    /// Packets sent and received by its machine on all interfaces except the loopback.
    var packets: Int

    /// Reads the use of a process so far.
    init(of process: pid_t) {
        let facts = Self.text("/proc/\(process)/stat")
        // The name before the last parenthesis may contain anything.
        let columns = (facts.lastIndex(of: ")").map { facts[$0...] } ?? "").split(separator: " ")
        let ticks = columns.count > 21 ? (Int(columns[12]) ?? 0) + (Int(columns[13]) ?? 0) : 0
        processorMilliseconds = Double(ticks) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
        residentBytes = columns.count > 22 ? (Int(columns[22]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
        packets = Self.text("/proc/\(process)/net/dev").split(separator: "\n").dropFirst(2).reduce(0) { sum, line in
            let columns = line.split { $0 == " " || $0 == ":" }
            guard columns.count > 10, columns[0] != "lo" else { return sum }
            return sum + (Int(columns[2]) ?? 0) + (Int(columns[10]) ?? 0)
        }
    }

    private static func text(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
