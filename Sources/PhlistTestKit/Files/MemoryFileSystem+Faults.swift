package import PhlistLog

extension MemoryFileSystem {
    /// A fault of some calls.
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

        /// Cuts the power before a call: it and all later ones fail without effect.
        package static func powerCut(atCall call: Int) -> Fault {
            Fault(reason: .powerCut, calls: call...Int.max)
        }

        func strikes(call: Int) -> Bool {
            calls.contains(call)
        }
    }

    /// Returns the bytes of a file as programs see them now; nil when there is no such file.
    package func contents(of path: String) -> [UInt8]? {
        file(at: path)?.bytes
    }

    /// Creates a file that is durable at once, as if it had always been there.
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

    /// Makes reads of these ranges of a file fail.
    package func setUnreadable(_ ranges: [Range<Int>], in path: String) {
        file(at: path)?.unreadable = ranges
    }

    /// Sets the permissions and ownership of a file.
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
    /// The number is not an error of any operating system.
    package static let powerCut = FileError.Reason.other(-1)
}
