/// A reader that reads a file part by part, and continues after a part with a fault.
protocol TolerantReader {
    /// The content read so far.
    var file: PortableFile { get set }
}

extension TolerantReader {
    /// Reads one part; if it has a fault, notes the fault, and takes back what was counted in the part.
    ///
    /// - Returns: Whether the part had no fault.
    @discardableResult
    mutating func take(_ part: (inout Self) throws(FormatError) -> Void) -> Bool {
        let mark = file.mark
        do throws(FormatError) {
            try part(&self)
            return true
        } catch {
            file.note(error)
            file.takeBack(since: mark)
            return false
        }
    }
}
