import PhlistModel

extension Frame {
    /// Whether the payload is as many whole records as the header says; a frame of a type that this program does not
    /// know may hold anything.
    var hasWholeRecords: Bool {
        guard FrameType(rawValue: header.type) != nil else { return true }
        var rest = payload
        for _ in 0..<header.recordCount {
            guard Record.skip(in: &rest) else { return false }
        }
        return rest.isEmpty
    }

    /// Hands over each record in its order.
    ///
    /// - Returns: False when the payload does not hold what the header says.
    func forEachRecord(_ body: (Record, RecordPosition) -> Void) -> Bool {
        guard FrameType(rawValue: header.type) != nil else { return true }
        var rest = payload
        for _ in 0..<header.recordCount {
            let position = RecordPosition(frame: offset, offset: rest.startIndex - payload.startIndex)
            guard let record = Record(takingFrom: &rest) else { return false }
            body(record, position)
        }
        return rest.isEmpty
    }
}
