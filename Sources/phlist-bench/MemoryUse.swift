import Glibc
import PhlistModel

/// The memory of a list, compared with its ids and titles alone.
struct MemoryUse {
    // Measured values stay allocated; the next one would otherwise reuse their memory.
    private var lists: [ScopeState] = []
    private var floors: [Plain] = []

    /// Measures the floors first, because they leave no free memory for the lists to reuse.
    mutating func rows(itemCounts: [Int]) -> [Row] {
        let floorSizes = itemCounts.map { items in Self.growth { floors.append(Plain(items: items)) } }
        return zip(itemCounts, floorSizes).map { items, floor in
            let list = Self.growth { lists.append(SeededList.scope(items: items)) }
            return Row(
                name: "memory per item with a title of 24 B, \(items)",
                unit: "B",
                measured: Double(list) / Double(items),
                floorName: "ids and titles in two arrays",
                floor: Double(floor) / Double(items)
            )
        }
    }

    /// The ids and the titles, without anything between them.
    private struct Plain {
        var ids: [UInt64] = []
        var titles: [UInt8] = []

        init(items: Int) {
            for number in 0..<items {
                ids.append(SeededList.entity(number).rawValue)
                titles += SeededList.title(number).utf8
            }
        }
    }

    /// Returns the number of bytes by which the memory of this process grows.
    private static func growth(_ make: () -> Void) -> Int {
        let before = residentBytes()
        make()
        return residentBytes() - before
    }

    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let columns = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self).split(separator: " ")
        return (columns.dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }
}
