import PhlistLog

extension MemoryFileSystem {
    /// Returns one of the legal outcomes of a power cut at this moment; this file system stays unchanged.
    ///
    /// A prefix of the name changes in each directory survives. Any 512-byte sectors of a file's unflushed bytes
    /// survive, its size is any it had since the last flush, and bytes that were never written read as zeros or as
    /// stale data.
    ///
    /// - Parameter generator: Chooses among the outcomes.
    /// - Returns: The disk that the next process finds.
    package func crashed(using generator: inout some RandomNumberGenerator) -> MemoryFileSystem {
        var crash = Crash(journal: journal, using: &generator)
        let root = crash.directory(root, using: &generator)
        let copy = MemoryFileSystem(root: root, lastInode: inodeCount, processIdentifier: processIdentifier + 1)
        copy.capacityBytes = capacityBytes
        copy.deviceNumber = deviceNumber
        return copy
    }
}

/// The outcome of a power cut for the unflushed changes.
private struct Crash {
    /// The probability, in quarters, that an unflushed change survives; the extremes are likeliest to show a mistake.
    private let survival: Int

    /// Whether bytes that were allocated but never written are stale instead of zero.
    private let leavesStaleBytes: Bool

    /// The names of each touched directory after the cut.
    private var names: [ObjectIdentifier: [String: MemoryFileSystem.Entry]] = [:]

    /// Files already copied: one with two names stays one file.
    private var copies: [ObjectIdentifier: Contents] = [:]

    init(journal: [MemoryFileSystem.NameChange], using generator: inout some RandomNumberGenerator) {
        survival = Int.random(in: 0...4, using: &generator)
        leavesStaleBytes = Int.random(in: 0..<8, using: &generator) == 0
        var stopped: [MemoryFileSystem.Directory] = []
        for change in journal {
            guard !change.touches(anyOf: stopped), survives(using: &generator) else {
                stopped += change.edits.map(\.directory)
                continue
            }
            for edit in change.edits {
                names[ObjectIdentifier(edit.directory), default: edit.directory.durable][edit.name] = edit.entry
            }
        }
    }

    mutating func directory(
        _ directory: MemoryFileSystem.Directory,
        using generator: inout some RandomNumberGenerator
    ) -> MemoryFileSystem.Directory {
        let copy = MemoryFileSystem.Directory(inode: directory.inode)
        let entries = names[ObjectIdentifier(directory)] ?? directory.durable
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            switch entry {
            case .file(let contents): copy.durable[name] = .file(file(contents, using: &generator))
            case .directory(let inner): copy.durable[name] = .directory(self.directory(inner, using: &generator))
            }
        }
        copy.entries = copy.durable
        return copy
    }

    private mutating func file(_ contents: Contents, using generator: inout some RandomNumberGenerator) -> Contents {
        if let copy = copies[ObjectIdentifier(contents)] { return copy }
        let copy = Contents(
            inode: contents.inode,
            durable: survivingBytes(of: contents, using: &generator)
        )
        copy.unreadable = contents.unreadable
        copy.permissions = contents.permissions
        copy.isOurs = contents.isOurs
        copies[ObjectIdentifier(contents)] = copy
        return copy
    }

    /// Returns the surviving bytes: the size is that after a random number of changes; sectors of later writes may
    /// survive too.
    private func survivingBytes(of contents: Contents, using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = contents.durable
        let sized =
            survival == 4 ? contents.pending.count : Int.random(in: 0...contents.pending.count, using: &generator)
        for (index, change) in contents.pending.enumerated() {
            switch change {
            case .write(let new, let offset):
                if index < sized { extend(&bytes, to: offset + new.count, using: &generator) }
                writeSectors(of: new, at: offset, to: &bytes, using: &generator)
            case .resize:
                guard index < sized else { return bytes }
                Contents.apply(change, to: &bytes)
            }
        }
        return bytes
    }

    private func extend(_ bytes: inout [UInt8], to size: Int, using generator: inout some RandomNumberGenerator) {
        while bytes.count < size {
            bytes.append(leavesStaleBytes ? UInt8.random(in: 0...255, using: &generator) : 0)
        }
    }

    private func writeSectors(
        of new: [UInt8],
        at offset: Int,
        to bytes: inout [UInt8],
        using generator: inout some RandomNumberGenerator
    ) {
        var start = offset
        let end = min(offset + new.count, bytes.count)
        while start < end {
            let next = min(start / sectorSize * sectorSize + sectorSize, end)
            if survives(using: &generator) {
                bytes.replaceSubrange(start..<next, with: new[start - offset..<next - offset])
            }
            start = next
        }
    }

    private func survives(using generator: inout some RandomNumberGenerator) -> Bool {
        Int.random(in: 0..<4, using: &generator) < survival
    }
}

/// The number of bytes that a disk writes atomically.
private let sectorSize = 512
