package import PhlistModel

/// Appends of any size.
extension Log {
    /// Adds groups of records, all of them or none, however many they are.
    ///
    /// One frame cannot take them, and a crash must not leave a part: the durable part and a frame for each group
    /// become a new generation, which is read back from the disk before it gets the name. It takes as long as copying
    /// the log.
    ///
    /// - Parameter groups: Each as for `append(_:)`.
    /// - Returns: Where each record is.
    /// - Throws: `groupTooLarge`, `diskFull` and `file`, after which the log is as before; `failed`, which is for ever,
    ///   when it cannot be told which of the two has the name; otherwise as `append(_:)`.
    package mutating func appendTogether(_ groups: [[Record]]) throws(LogError) -> [RecordPosition] {
        guard groups.count > 1 else { return try append(groups.first ?? []) }
        try checkWritable()
        let drafts = try groups.map { group throws(LogError) in try FrameDraft(group) }
        let path = directory.path(of: Self.name)
        let identity = try? directory.fileSystem.identity(of: path)
        do throws(LogError) {
            return try writeGeneration(appending: drafts, keepsPrevious: false)
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
