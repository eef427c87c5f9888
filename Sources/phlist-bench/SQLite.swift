import Glibc

/// SQLite with the durability of the log: write-ahead log, flushed with each transaction.
///
/// The library is loaded on demand, because nothing else here needs it.
struct SQLite {
    private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias Execute =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
    private typealias Version = @convention(c) () -> UnsafePointer<CChar>?

    private let execute: Execute
    private let database: OpaquePointer?
    private let statement: String

    /// Opens a database with an empty table for texts of a size; nil when the library is not installed.
    ///
    /// - Throws: An error when the database cannot be created.
    init?(path: String, rowSize: Int) throws {
        guard let open = Self.symbol("sqlite3_open", as: Open.self),
            let execute = Self.symbol("sqlite3_exec", as: Execute.self)
        else { return nil }
        var database: OpaquePointer?
        guard open(path, &database) == 0 else { throw TimedProcess.Failure(description: "SQLite cannot open \(path)") }
        self.execute = execute
        self.database = database
        statement = "insert into items values('\(String(repeating: "i", count: rowSize))')"
        try run("pragma journal_mode = wal; pragma synchronous = full; create table items(body text)")
    }

    /// Inserts a row in a transaction of its own.
    func insert() throws {
        try run(statement)
    }

    /// The version of the library; nil when it is not installed.
    static var version: String? {
        symbol("sqlite3_libversion", as: Version.self)?().map { String(cString: $0) }
    }

    private func run(_ sql: String) throws {
        let code = execute(database, sql, nil, nil, nil)
        guard code == 0 else { throw TimedProcess.Failure(description: "SQLite failed with \(code)") }
    }

    /// The library stays open until the process ends.
    private static func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
        guard let library = dlopen("libsqlite3.so.0", RTLD_NOW), let address = dlsym(library, name) else { return nil }
        return unsafeBitCast(address, to: type)
    }
}
