extension ItemState {
    /// Whether a write would change what people see, or resolve competing values.
    package func isChanged(by write: FieldWrite) -> Bool {
        guard write.field.mergeClass == .register else {
            let element = String(decoding: write.value.dropFirst(), as: UTF8.self)
            return entry.elements(write.field).contains(element) != (write.value.first == SetChange.insert.rawValue)
        }
        let register = entry[write.field]
        let isSame = (register.shown?.value ?? []).withoutDefault == write.value.withoutDefault
        // An amount that several people wrote apart is settled by the one that is given then, whichever it is.
        let isUnsettled = write.field == .quantity && register.siblings.count > 1
        return !isSame || isUnsettled || !register.competing(for: write.field).isEmpty
    }
}

extension FieldWrite {
    /// Whether the write opens an item.
    package var reopens: Bool { field == .state && value.withoutDefault.isEmpty }
}

extension [UInt8] {
    /// The bytes without a default: no value, the empty text and the first case of a one-byte field mean the same.
    fileprivate var withoutDefault: [UInt8] {
        self == [0] ? [] : self
    }
}
