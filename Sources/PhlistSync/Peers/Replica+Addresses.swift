import PhlistModel

/// Connected devices tell each other the addresses of the others: a device found by one is found by all, without
/// discovery.
extension Replica {
    /// Sends a new peer the addresses of this device and of those that it is connected to.
    mutating func sendAddresses(to session: Session) {
        guard let roster = library.roster, roster.contains(session.device) else { return }
        let own = Message.DeviceAddresses(device: device, endpoints: upkeep.ownEndpoints)
        let others = peers.firstHandAddresses(for: session.device, in: roster)
        let addresses = ([own] + others).filter { !$0.endpoints.isEmpty }.prefix(SyncLimits.devicesMax)
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
