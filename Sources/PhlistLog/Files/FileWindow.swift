/// A read-only part of a file.
package final class FileWindow: File {
    private let file: any File
    private let range: Range<Int>

    /// Creates a view of a range of a file, which must be within it.
    package init(_ range: Range<Int>, of file: any File) {
        (self.file, self.range) = (file, range)
    }

    package var path: String { file.path }

    package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        try file.read(max(0, min(count, range.count - offset)), at: range.lowerBound + offset)
    }

    package func attributes() throws(FileError) -> FileAttributes {
        var attributes = try file.attributes()
        attributes.size = range.count
        return attributes
    }

    package func dropCache() throws(FileError) { try file.dropCache() }

    package func lock() throws(FileError) -> Bool { throw FileError(.lock, path, .readOnly) }

    package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) { throw FileError(.write, path, .readOnly) }

    package func flush() throws(FileError) { throw FileError(.flush, path, .readOnly) }

    package func truncate(to size: Int) throws(FileError) { throw FileError(.truncate, path, .readOnly) }
}
