import PhlistModel

/// Connected devices tell each other the addresses of the others: a device found by one is found by all, without
/// discovery.
///
/// A device passes on only what another has reported about itself, so that no rumour outlives its subject.
extension Replica {
    /// Sends a new peer the addresses of this device and of those that it is connected to.
    mutating func sendAddresses(to session: Session) {
        guard isInRoster(session.device) else { return }
        let others = peers.hearsay.filter { $0.key != session.device && $0.value.isFirstHand && isInRoster($0.key) }
        let own = [Message.DeviceAddresses(device: device, endpoints: upkeep.ownEndpoints)]
        let known = others.sorted { $0.key < $1.key }.map {
            Message.DeviceAddresses(device: $0.key, endpoints: $0.value.endpoints)
        }
        let addresses = (own + known).filter { !$0.endpoints.isEmpty }.prefix(SyncLimits.devicesMax)
        if !addresses.isEmpty {
            effects.append(.send(session.connection, .addresses(Array(addresses))))
        }
    }

    /// Sends a device's new addresses to all other peers.
    mutating func tellAddresses(of subject: DeviceID, _ endpoints: [Endpoint]) {
        for session in exchange.openSessions where session.device != subject && isInRoster(session.device) {
            let addresses = Message.DeviceAddresses(device: subject, endpoints: endpoints)
            effects.append(.send(session.connection, .addresses([addresses])))
        }
    }

    mutating func receivedAddresses(_ addresses: [Message.DeviceAddresses], in session: Session, now: Now) {
        // A new device learns of the others before it knows that they are in its household.
        let isNew = !isInRoster(device)
        for entry in addresses where entry.device != device && (isNew || isInRoster(entry.device)) {
            let isFirstHand = entry.device == session.device
            let countMax = isFirstHand ? SyncLimits.addressesPerInstanceMax : SyncLimits.addressesByHearsayMax
            let endpoints = Array(entry.endpoints.filter(\.isPrivate).prefix(countMax))
            let isNews = peers.heard(endpoints, of: entry.device, isFirstHand: isFirstHand, now: now.monotonic)
            guard isNews else { continue }
            if isFirstHand, isInRoster(entry.device) {
                tellAddresses(of: entry.device, endpoints)
            }
            dialInTurn(endpoints)
        }
    }

    private func isInRoster(_ device: DeviceID) -> Bool {
        library.roster?.contains(device) ?? false
    }
}

extension Endpoint {
    /// Whether this is an address of RFC 1918, RFC 3927 or RFC 4193 with a port, which a peer may make this device
    /// dial.
    ///
    /// Link-local IPv6 addresses are excluded: their zone is only valid on the device that reports them.
    var isPrivate: Bool {
        guard let colon = text.lastIndex(of: ":"), Self.isNumber(text[text.index(after: colon)...], max: 65_535) else {
            return false
        }
        let host = text[..<colon]
        return host.hasPrefix("[") ? Self.isUniqueLocal(host) : Self.isPrivateIPv4(host)
    }

    private static func isPrivateIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ isNumber($0, max: 255) }) else { return false }
        switch (parts[0], parts[1]) {
        case ("10", _), ("192", "168"), ("169", "254"): return true
        case ("172", let second): return (16...31).contains(Int(second) ?? 0)
        default: return false
        }
    }

    private static func isUniqueLocal(_ text: Substring) -> Bool {
        let isOfIPv6 = text.utf8.dropFirst().dropLast().allSatisfy { byte in
            byte == UInt8(ascii: ":") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        let first = text.dropFirst().prefix { $0 != ":" }
        return isOfIPv6 && text.hasSuffix("]") && first.count == 4 && (first.hasPrefix("fc") || first.hasPrefix("fd"))
    }

    private static func isNumber(_ text: Substring, max: Int) -> Bool {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
        return Int(text).map { $0 <= max } ?? false
    }
}
