import FoundationEssentials
import PhlistVocabulary
import Testing

/// The names that programs of users depend on, and the bytes that logs depend on.
struct NamedValueTests {
    @Test func `in JSON a value is its name, not its byte`() throws {
        let json = try JSONEncoder().encode([WorkState.done, .cancelled])
        #expect(String(decoding: json, as: UTF8.self) == #"["done","cancelled"]"#)
        #expect(try JSONDecoder().decode([WorkState].self, from: json) == [.done, .cancelled])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([WorkState].self, from: Data("[1]".utf8)) }
    }

    @Test func `an order is its word in JSON`() throws {
        let json = try JSONEncoder().encode([ItemSort.due])
        #expect(String(decoding: json, as: UTF8.self) == #"["due"]"#)
        #expect(try JSONDecoder().decode([ItemSort].self, from: json) == [.due])
    }

    @Test func `names and bytes stay as they were`() {
        #expect(table(WorkState.self) == ["open 0", "done 1", "cancelled 2"])
        #expect(table(Priority.self) == ["none 0", "low 1", "medium 2", "high 3"])
        #expect(table(ListKind.self) == ["checklist 0", "form 1"])
        #expect(table(Visibility.self) == ["household 0", "participants 1"])
        #expect(table(DeletionPolicy.self) == ["allowed 0", "cancel-only 1"])
        #expect(table(FormFieldType.self) == ["text 0", "alphanumeric 1", "date 2", "choice 3", "toggle 4"])
        #expect(table(ObservationMode.self) == ["automatic 0", "manual 1"])
        #expect(table(DeviceRole.self) == ["admin 1", "member 0"])
        #expect(ItemSort.names == ["manual", "name", "due", "created", "updated", "percent", "done"])
        #expect(ListSort.names == ["due", "name", "created", "updated", "percent", "done"])
    }

    private func table<Value: NamedValue & RawRepresentable<UInt8>>(_ type: Value.Type) -> [String] {
        type.allCases.map { "\($0.name) \($0.rawValue)" }
    }
}
