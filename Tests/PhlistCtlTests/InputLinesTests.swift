import Glibc
import PhlistControl
import Testing

@testable import phlistctl

/// The standard input.
struct InputLinesTests {
    @Test func `lines are trimmed and empty ones do not count`() throws {
        let input = FileInput("  oat milk \r\n\n\t\nbread\u{2028}eggs")
        #expect(try InputLines.read(input.input) == ["oat milk", "bread", "eggs"])
    }

    @Test func `bytes that are no text are refused`() {
        let input = FileInput(bytes: [0x61, 0xFF])
        let error = #expect(throws: ControlError.self) { try InputLines.read(input.input) }
        #expect(error?.code == .invalid)
    }

    @Test func `more than a request can carry is refused`() {
        let input = FileInput(bytes: [UInt8](repeating: 0x61, count: (1 << 20) + 1))
        let error = #expect(throws: ControlError.self) { try InputLines.read(input.input) }
        #expect(error?.code == .tooLarge)
    }

    @Test func `one line is taken and the rest is left`() throws {
        let input = FileInput("482177302\nnext")
        #expect(try input.input.readLine(sizeMax: 9) == "482177302")
        #expect(try input.input.readLine(sizeMax: 9) == "next")
        #expect(try input.input.readLine(sizeMax: 9) == nil)
    }

    @Test func `a line without end is refused`() {
        let input = FileInput("0123456789")
        #expect(throws: ControlError.self) { try input.input.readLine(sizeMax: 9) }
    }

    @Test func `an input that cannot be read is an error`() {
        let error = #expect(throws: ControlError.self) { try DescriptorInput(descriptor: -1).readAll(sizeMax: 1) }
        #expect(error?.code == .inputOutput)
    }
}

/// An unnamed file that holds an input.
private final class FileInput {
    let input: DescriptorInput

    init(bytes: [UInt8]) {
        var template = Array("/tmp/phlist-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        unlink(template)
        _ = write(descriptor, bytes, bytes.count)
        lseek(descriptor, 0, SEEK_SET)
        input = DescriptorInput(descriptor: descriptor)
    }

    convenience init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    deinit {
        close(input.descriptor)
    }
}
