/// The groups of values that the index of a table finds.
extension RegisterTable {
    /// The group of values that a write to a field may take the place of; of a set those of an element.
    func group(_ field: UInt32, _ element: ArraySlice<UInt8>?) -> RegisterIndex.Group {
        guard let element else { return RegisterIndex.Group(register: field) }
        return element.withUnsafeBytes { RegisterIndex.Group($0, ofSet: field) }
    }

    /// The group that a write belongs to.
    func group(of write: Write) -> RegisterIndex.Group {
        guard fields[Int(write.field)].mergeClass == .set else { return RegisterIndex.Group(register: write.field) }
        return withValue(of: write) { bytes in
            RegisterIndex.Group(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()), ofSet: write.field)
        }
    }
}
