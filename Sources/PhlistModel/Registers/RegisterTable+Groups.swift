/// Groups of values for the index of a table, and the digest.
extension RegisterTable {
    /// The group of values that a write to a field may replace; for a set, those of the element.
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

    /// The contribution to the digest of a current write, or of a purge mark while the purge has an effect.
    func contribution(of write: UInt32, in ledger: Ledger) -> UInt128 {
        let write = writes[Int(write)]
        let batch = ledger.batches[Int(write.batch)]
        var mixer = DigestMixer()
        mixer.add(rows[Int(write.row)].entity.rawValue)
        mixer.add(fields[Int(write.field)].rawValue)
        mixer.add(batch.name.rawValue)
        mixer.add(UInt64(write.op))
        mixer.add(batch.stamp.rawValue)
        values.withBytes(of: write.value) { mixer.add($0) }
        return mixer.sum
    }
}
