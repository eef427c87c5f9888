package import PhlistLog

extension MemoryFileSystem {
    /// One thing that goes wrong.
    package struct Fault: Sendable {
        package var reason: FileError.Reason
        /// The calls that fail, counted from 1 as `callCount` does.
        package var calls: ClosedRange<Int>

        /// Makes one call fail.
        package static func failure(_ reason: FileError.Reason, atCall call: Int) -> Fault {
            Fault(reason: reason, calls: call...call)
        }

        /// Makes a call and those after it fail.
        package static func failure(
            _ reason: FileError.Reason,
            fromCall call: Int,
            through last: Int = .max
        ) -> Fault {
            Fault(reason: reason, calls: call...last)
        }

        /// Ends the power before a call: it and all later ones fail without effect.
        package static func powerCut(atCall call: Int) -> Fault {
            Fault(reason: .powerCut, calls: call...Int.max)
        }

        func strikes(call: Int) -> Bool {
            calls.contains(call)
        }
    }

    /// Everything inside a file as programs see it now; nil when there is no such file.
    package func contents(of path: String) -> [UInt8]? {
        file(at: path)?.bytes
    }

    /// Puts a file in place, durable at once, as if it had always been there.
    ///
    /// - Returns: False when the directory does not exist.
    @discardableResult
    package func place(_ bytes: [UInt8], at path: String) -> Bool {
        let components = path.split(separator: "/").map(String.init)
        guard let name = components.last, let directory = directory(components.dropLast()) else { return false }
        let entry = Entry.file(Contents(inode: nextInode(), durable: bytes))
        directory.entries[name] = entry
        directory.durable[name] = entry
        return true
    }

    /// Lets the device fail whenever bytes of these ranges of a file are read.
    package func setUnreadable(_ ranges: [Range<Int>], in path: String) {
        file(at: path)?.unreadable = ranges
    }

    /// Changes who may read a file, and whether it is ours.
    package func setAttributes(of path: String, permissions: UInt32, isOurs: Bool = true) {
        let contents = file(at: path)
        contents?.permissions = permissions
        contents?.isOurs = isOurs
    }

    private func file(at path: String) -> Contents? {
        let components = path.split(separator: "/").map(String.init)
        guard
            let name = components.last,
            case .file(let contents)? = directory(components.dropLast())?.entries[name]
        else { return nil }
        return contents
    }

    private func directory(_ components: some Sequence<String>) -> Directory? {
        components.reduce(root) { directory, name in
            guard case .directory(let next)? = directory?.entries[name] else { return nil }
            return next
        }
    }
}

extension FileError.Reason {
    /// The number is no error of any operating system.
    package static let powerCut = FileError.Reason.other(-1)
}
