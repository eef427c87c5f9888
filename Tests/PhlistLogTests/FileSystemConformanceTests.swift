import PhlistLog
import PhlistTestKit
import Testing

/// What the log relies on, asked of each file system.
@Suite struct FileSystemConformanceTests {
    @Test(arguments: Disk.allCases)
    func `bytes are read back where they were written`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let file = try fileSystem.open("\(path)/a", .create)
            try file.write([1, 2, 3, 4], at: 0)
            try file.write([9, 9], at: 2)
            try file.flush()
            #expect(try file.read(4, at: 0) == [1, 2, 9, 9])
            #expect(try file.read(2, at: 1) == [2, 9])
            #expect(try fileSystem.open("\(path)/a", .read).read(9, at: 0) == [1, 2, 9, 9])
        }
    }

    @Test(arguments: Disk.allCases)
    func `a read stops where the file ends`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let file = try fileSystem.open("\(path)/a", .create)
            try file.write([1, 2, 3], at: 0)
            #expect(try file.read(10, at: 1) == [2, 3])
            #expect(try file.read(10, at: 3) == [])
            #expect(try file.read(10, at: 30) == [])
            #expect(try file.read(0, at: 0) == [])
        }
    }

    @Test(arguments: Disk.allCases)
    func `a gap reads as zeros`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let file = try fileSystem.open("\(path)/a", .create)
            try file.write([7], at: 3)
            #expect(try file.read(9, at: 0) == [0, 0, 0, 7])
            try file.truncate(to: 6)
            #expect(try file.read(9, at: 0) == [0, 0, 0, 7, 0, 0])
        }
    }

    @Test(arguments: Disk.allCases)
    func `truncation cuts for good`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let file = try fileSystem.open("\(path)/a", .create)
            try file.write([1, 2, 3, 4], at: 0)
            try file.truncate(to: 2)
            try file.truncate(to: 3)
            #expect(try file.read(9, at: 0) == [1, 2, 0])
            #expect(try file.attributes().size == 3)
        }
    }

    @Test(arguments: Disk.allCases)
    func `a new file belongs to us and to nobody else`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let attributes = try fileSystem.open("\(path)/a", .create).attributes()
            #expect(attributes == FileAttributes(size: 0, permissions: 0o600, isOurs: true))
        }
    }

    @Test(arguments: Disk.allCases)
    func `opening says what is missing and what is there`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let name = "\(path)/a"
            #expect(throws: FileError(.open, name, .notFound)) { try fileSystem.open(name, .read) }
            #expect(throws: FileError(.open, name, .notFound)) { try fileSystem.open(name, .update) }
            _ = try fileSystem.open(name, .updateOrCreate)
            #expect(throws: FileError(.open, name, .exists)) { try fileSystem.open(name, .create) }
            _ = try fileSystem.open(name, .update)
            #expect(throws: FileError(.open, "\(path)/no/a", .notFound)) {
                try fileSystem.open("\(path)/no/a", .create)
            }
            #expect(throws: FileError.self) { try fileSystem.open(path, .read) }
        }
    }

    @Test(arguments: Disk.allCases)
    func `a rename replaces what had the name`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let old = try fileSystem.open("\(path)/a", .create)
            try old.write([1], at: 0)
            try fileSystem.open("\(path)/b", .create).write([2], at: 0)
            try fileSystem.rename("\(path)/b", to: "\(path)/a")
            #expect(try fileSystem.list(path) == ["a"])
            #expect(try fileSystem.open("\(path)/a", .read).read(1, at: 0) == [2])
            #expect(try old.read(1, at: 0) == [1])
            #expect(throws: FileError(.rename, "\(path)/b", .notFound)) {
                try fileSystem.rename("\(path)/b", to: "\(path)/c")
            }
        }
    }

    @Test(arguments: Disk.allCases)
    func `a link is a second name of one file`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let file = try fileSystem.open("\(path)/a", .create)
            try fileSystem.link("\(path)/a", to: "\(path)/b")
            try file.write([5], at: 0)
            #expect(try fileSystem.open("\(path)/b", .read).read(1, at: 0) == [5])
            #expect(throws: FileError(.link, "\(path)/b", .exists)) {
                try fileSystem.link("\(path)/a", to: "\(path)/b")
            }
            try fileSystem.unlink("\(path)/a")
            #expect(try fileSystem.list(path) == ["b"])
        }
    }

    @Test(arguments: Disk.allCases)
    func `an unlinked file lives while it is open`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let file = try fileSystem.open("\(path)/a", .create)
            try fileSystem.unlink("\(path)/a")
            try file.write([5], at: 0)
            #expect(try file.read(1, at: 0) == [5])
            #expect(throws: FileError(.unlink, "\(path)/a", .notFound)) { try fileSystem.unlink("\(path)/a") }
        }
    }

    @Test(arguments: Disk.allCases)
    func `a listing is sorted by bytes`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            for name in ["b", "B", "a10", "é", "a2"] {
                _ = try fileSystem.open("\(path)/\(name)", .create)
            }
            try fileSystem.makeDirectory("\(path)/d")
            #expect(try fileSystem.list(path) == ["B", "a10", "a2", "b", "d", "é"])
            #expect(throws: FileError(.list, "\(path)/no", .notFound)) { try fileSystem.list("\(path)/no") }
            #expect(throws: FileError(.list, "\(path)/b", .other(20))) { try fileSystem.list("\(path)/b") }
        }
    }

    @Test(arguments: Disk.allCases)
    func `a directory is made once, in one that exists`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            try fileSystem.makeDirectory("\(path)/d")
            try fileSystem.flushDirectory(path)
            #expect(throws: FileError(.makeDirectory, "\(path)/d", .exists)) {
                try fileSystem.makeDirectory("\(path)/d")
            }
            #expect(throws: FileError(.makeDirectory, "\(path)/no/d", .notFound)) {
                try fileSystem.makeDirectory("\(path)/no/d")
            }
            #expect(throws: FileError(.flush, "\(path)/no", .notFound)) { try fileSystem.flushDirectory("\(path)/no") }
        }
    }

    @Test(arguments: Disk.allCases)
    func `a lock has one holder and ends with its file`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            var first: (any File)? = try fileSystem.open("\(path)/a", .create)
            let second = try fileSystem.open("\(path)/a", .update)
            #expect(try first?.lock() == true)
            #expect(try first?.lock() == true)
            #expect(try second.lock() == false)
            first = nil
            #expect(try second.lock() == true)
        }
    }

    @Test(arguments: Disk.allCases)
    func `the test directory is on a local volume`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let volume = try fileSystem.volume(of: path)
            #expect(volume == .local)
            #expect(throws: FileError(.inspect, "\(path)/no", .notFound)) { try fileSystem.volume(of: "\(path)/no") }
        }
    }

    @Test(arguments: Disk.allCases)
    func `a file that is opened for reading is not written`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            try fileSystem.open("\(path)/a", .create).write([1, 2], at: 0)
            let file = try fileSystem.open("\(path)/a", .read)
            #expect(throws: FileError.self) { try file.write([9], at: 0) }
            #expect(throws: FileError.self) { try file.truncate(to: 0) }
            try file.flush()
            #expect(try fileSystem.open("\(path)/a", .updateOrCreate).read(3, at: 0) == [1, 2])
        }
    }

    @Test(arguments: Disk.allCases)
    func `forgetting the cache changes no byte, flushed or not`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let file = try fileSystem.open("\(path)/a", .create)
            try file.write(Array(repeating: 7, count: 5000), at: 0)
            try file.flush()
            try file.dropCache()
            #expect(try file.read(6000, at: 0) == Array(repeating: 7, count: 5000))
            try file.write([8, 8], at: 5000)
            try file.dropCache()
            #expect(try file.read(9, at: 4999) == [7, 8, 8])
        }
    }

    @Test(arguments: Disk.allCases)
    func `a file is known again by its identity, whatever its name`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let (name, other) = ("\(path)/a", "\(path)/b")
            _ = try fileSystem.open(name, .create)
            _ = try fileSystem.open(other, .create)
            let identity = try fileSystem.identity(of: name)
            #expect(try fileSystem.identity(of: other) != identity)
            #expect(try fileSystem.identity(of: path).device == identity.device)
            try fileSystem.link(name, to: "\(path)/c")
            #expect(try fileSystem.identity(of: "\(path)/c") == identity)
            try fileSystem.rename(name, to: other)
            #expect(try fileSystem.identity(of: other) == identity)
            #expect(throws: FileError(.inspect, name, .notFound)) { try fileSystem.identity(of: name) }
        }
    }

    @Test(arguments: Disk.allCases)
    func `names move and are linked between folders`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            try fileSystem.makeDirectory("\(path)/d")
            try fileSystem.open("\(path)/a", .create).write([1], at: 0)
            try fileSystem.link("\(path)/a", to: "\(path)/d/b")
            try fileSystem.rename("\(path)/a", to: "\(path)/d/c")
            try fileSystem.flushDirectory("\(path)/d")
            #expect(try fileSystem.list(path) == ["d"])
            #expect(try fileSystem.list("\(path)/d") == ["b", "c"])
            #expect(throws: FileError.self) { try fileSystem.rename("\(path)/d/b", to: "\(path)/no/b") }
            #expect(throws: FileError.self) { try fileSystem.link("\(path)/d/b", to: "\(path)/no/b") }
            #expect(throws: FileError.self) { try fileSystem.link("\(path)/no", to: "\(path)/d/e") }
            #expect(try fileSystem.open("\(path)/d/b", .read).read(2, at: 0) == [1])
        }
    }

    @Test(arguments: Disk.allCases)
    func `the free room of a directory that is there is known`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let free = try fileSystem.freeBytes(of: path)
            #expect(free > 0)
            #expect(throws: FileError(.inspect, "\(path)/no", .notFound)) {
                try fileSystem.freeBytes(of: "\(path)/no")
            }
        }
    }
}
