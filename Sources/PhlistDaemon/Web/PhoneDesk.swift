import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary
import PhlistWeb

/// The phones of this machine and the codes with which they get in: the only one who changes either.
///
/// A change is durable before anybody is told of it. It runs on a queue of its own, because it waits for the disk.
actor PhoneDesk {
    private let queue = DiskQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let file: StateFile
    private var book: PhoneBook
    private var codes = EntryCodes()
    /// Limits the requests to get in that are read at once.
    nonisolated let entries = Turns(WebLimits.entriesAtOnceMax)
    /// The connections of phones, which end with the right to them.
    nonisolated let connections = WebConnections()

    /// The name of the file in the state directory.
    static let fileName = "phones.json"
    private static let secretByteCount = 32
    private static let idByteCount = 4

    /// Why the phones that have got in before cannot be read; nil if they are.
    ///
    /// The lists do not depend on it.
    nonisolated let fault: ControlError?

    /// Reads the phones that have got in before.
    init(in directory: String) {
        file = StateFile(Self.fileName, in: directory)
        do throws(ControlError) {
            let bytes = try file.read()
            book = try bytes.map { bytes throws(ControlError) in try PhoneBook(decoding: bytes) } ?? PhoneBook()
            fault = nil
        } catch {
            book = PhoneBook()
            fault = ControlError(
                error.code,
                "\(file.path): \(error.message)",
                hint: "move the file away and restart phlistd; all phones then have to get in again"
            )
        }
    }

    var phones: [Phone] { book.phones }

    // MARK: Getting in

    /// Opens a code for one phone of a member.
    func openCode(for member: MemberID) throws(ControlError) -> (code: EntryCode, expiresAt: Int64) {
        var random = SystemRandomNumberGenerator()
        let code = EntryCode(using: &random)
        return (
            code, try codes.open(code, for: Hexadecimal.text(of: member.bytes), now: Now.wallMilliseconds).expiresAt
        )
    }

    /// Lets a phone in by a code.
    ///
    /// - Parameters:
    ///   - code: The text that was typed.
    ///   - name: The name that the phone gives itself.
    ///   - source: The address that it came from.
    /// - Returns: The phone, and the secret for its cookie, which is nowhere else.
    /// - Throws: The refusal of the code or of the name, or the reason why the phone cannot be kept.
    func enter(
        with code: String,
        called name: String,
        from source: String
    ) throws(ControlError) -> (phone: Phone, secret: String) {
        let name = try PhoneBook.checkedName(name)
        var (next, codes) = (book, codes)
        let entry: EntryCodes.Entry
        do {
            entry = try codes.take(code, from: source, now: Now.wallMilliseconds)
        } catch {
            // A wrong code counts.
            self.codes = codes
            throw error
        }
        let secret = Self.randomBytes(Self.secretByteCount)
        let id = Hexadecimal.text(of: Self.randomBytes(Self.idByteCount))
        let phone = try next.add(name, of: entry.member, id: id, secret: secret, now: Now.wallMilliseconds)
        try keep(next)
        // The code is used up when the phone is kept, and not before.
        self.codes = codes
        return (phone, Hexadecimal.text(of: secret))
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    // MARK: Being in

    /// Returns the phone with a secret, and notes that it was used.
    func phone(withSecret text: String) -> Phone? {
        let now = Now.wallMilliseconds
        guard let secret = Hexadecimal.bytes(of: text), let phone = book.phone(withSecret: secret, now: now) else {
            return nil
        }
        var next = book
        // A disk that is full must not shut out a phone that was used yesterday.
        if next.see(phone.id, now: now) { try? keep(next) }
        return phone
    }

    /// Whether a phone may still use the page.
    func isIn(_ phone: Phone) -> Bool {
        book.phones.contains { $0.id == phone.id }
    }

    /// Renames a phone.
    func rename(_ phone: Phone, to name: String) throws(ControlError) -> Phone {
        var next = book
        try next.rename(phone.id, to: name)
        try keep(next)
        return book.phones.first { $0.id == phone.id } ?? phone
    }

    /// Signs a phone out for good, and ends its connections.
    func remove(_ phone: Phone) throws(ControlError) {
        var next = book
        next.remove(phone.id)
        try keep(next)
        connections.close(of: phone.id)
    }

    private func keep(_ next: PhoneBook) throws(ControlError) {
        guard next != book else { return }
        // What cannot be read is not overwritten.
        if let fault { throw fault }
        try file.replace(with: try next.encoded())
        book = next
    }
}

extension Now {
    /// Milliseconds since 1970.
    fileprivate static var wallMilliseconds: Int64 { read().wall }
}
