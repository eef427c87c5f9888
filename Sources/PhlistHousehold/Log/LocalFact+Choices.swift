import PhlistModel
import PhlistVocabulary

/// Reading choices of logins and people.
extension LocalFact {
    /// Reads a choice of one kind; nil for a filter of a later version, and for other kinds of facts.
    static func choice(_ kind: Kind, from reader: inout ByteReader) throws(CodecError) -> LocalFact? {
        switch kind {
        case .defaultList:
            let uid = UInt32(clamping: try reader.readVarint())
            return .defaultList(uid: uid, reader.remaining == 0 ? nil : try reader.readIdentifier())
        case .ownView:
            let uid = UInt32(clamping: try reader.readVarint())
            let list = try reader.readIdentifier(ScopeID.self)
            let text = reader.remaining == 0 ? nil : try reader.readText(limit: DefaultView.bytesMax)
            return .ownView(uid: uid, list: list, text.map(DefaultView.init(decoding:)))
        case .overallView:
            let uid = UInt32(clamping: try reader.readVarint())
            let text = reader.remaining == 0 ? nil : try reader.readText(limit: DefaultView.bytesMax)
            return .overallView(uid: uid, text.map(ItemDisplay.init(decoding:)))
        case .savedFilter:
            let member = try reader.readIdentifier(MemberID.self)
            let name = try reader.readText(limit: Limits.nameBytesMax)
            guard reader.remaining > 0 else { return .savedFilter(member, name: name, nil) }
            let filter = ItemFilter(decoding: try reader.readText(limit: ItemFilter.bytesMax))
            return filter.map { .savedFilter(member, name: name, $0) }
        case .household, .introducer, .binding, .address, .pairingAttempt, .request, .requestOfBatch, .healed,
            .givenUp, .deviceSeen, .letter, .invitations, .clockAhead, .removal, .personSeen:
            return nil
        }
    }
}
