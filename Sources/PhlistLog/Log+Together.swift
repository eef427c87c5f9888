package import PhlistModel

/// Atomic appends of any size.
extension Log {
    /// Appends groups of records, all of them or none, regardless of their size.
    ///
    /// One frame cannot hold them, and a crash must not leave a part: the durable part and a frame for each group
    /// become a new generation, which is read back from the disk before it is renamed. It takes as long as copying the
    /// log.
    ///
    /// - Parameter groups: Groups as for `append(_:)`.
    /// - Returns: The position of each record.
    /// - Throws: `groupTooLarge`, `diskFull` and `file`, after which the log is unchanged; `failed`, which is
    ///   permanent, if it is unknown which of the two has the name; otherwise as `append(_:)`.
    package mutating func appendTogether(_ groups: [[Record]]) throws(LogError) -> [RecordPosition] {
        guard groups.count > 1 else { return try append(groups.first ?? []) }
        try checkWritable()
        let drafts = try groups.map { group throws(LogError) in try FrameDraft(group) }
        return try renewing { log throws(LogError) in
            try log.writeGeneration(appending: drafts, keepsPrevious: false)
        }
    }

    /// Makes a new generation; if that fails, the log goes on as it was.
    ///
    /// - Throws: `diskFull` and what the closure throws, after which the log is unchanged; `failed` if it is unknown
    ///   which of the two has the name.
    mutating func renewing<Result>(
        _ make: (inout Log) throws(LogError) -> Result
    ) throws(LogError) -> Result {
        let path = directory.path(of: Self.name)
        let identity = try? directory.fileSystem.identity(of: path)
        do throws(LogError) {
            return try make(&self)
        } catch {
            guard let identity, (try? directory.fileSystem.identity(of: path)) == identity else {
                throw giveUp(error)
            }
            try? directory.removeIfPresent(Self.newName)
            guard case .file(let cause) = error, cause.reason.isLackOfRoom else { throw error }
            throw .diskFull(cause)
        }
    }
}
