import PhlistHousehold
import PhlistModel

/// Connected devices tell each other the addresses of the others: a device found by one is found by all, without
/// discovery.
extension PeerDirectory {
    /// Tells a new peer the addresses of this device and of those that it is connected to.
    func tellAll(to session: Session, _ library: Library) -> [PeerAction] {
        guard let roster = library.roster, roster.contains(session.device) else { return [] }
        let own = Message.DeviceAddresses(device: library.device, endpoints: upkeep.ownEndpoints)
        let others = firstHandAddresses(for: session.device, in: roster)
        let addresses = ([own] + others).filter { !$0.endpoints.isEmpty }.prefix(HouseholdLimits.devicesMax)
        return addresses.isEmpty ? [] : [.tell(session.connection, Array(addresses))]
    }

    /// Returns the addresses of other devices in the household to pass on to a device.
    ///
    /// Only what another has reported about itself, so that no rumour outlives its subject.
    private func firstHandAddresses(for device: DeviceID, in roster: Roster) -> [Message.DeviceAddresses] {
        hearsay.filter { $0.key != device && $0.value.isFirstHand && roster.contains($0.key) }
            .sorted { $0.key < $1.key }
            .map { Message.DeviceAddresses(device: $0.key, endpoints: $0.value.endpoints) }
    }

    /// Tells a device's new addresses to all other peers.
    func tell(
        of subject: DeviceID,
        _ endpoints: [Endpoint],
        to sessions: [Session],
        _ library: Library
    ) -> [PeerAction] {
        let addresses = [Message.DeviceAddresses(device: subject, endpoints: endpoints)]
        return sessions.filter { $0.device != subject && library.roster?.contains($0.device) ?? false }
            .map { .tell($0.connection, addresses) }
    }

    /// Takes in the addresses that a peer reports of itself and of others.
    mutating func received(
        _ addresses: [Message.DeviceAddresses],
        in session: Session,
        among sessions: [Session],
        _ library: Library,
        now: Now,
        _ random: inout RandomSource
    ) -> [PeerAction] {
        let isInRoster = { (device: DeviceID) in library.roster?.contains(device) ?? false }
        // A new device learns of the others before it knows that they are in its household.
        let isNew = !isInRoster(library.device)
        var actions: [PeerAction] = []
        for entry in addresses where entry.device != library.device && (isNew || isInRoster(entry.device)) {
            let isFirstHand = entry.device == session.device
            let countMax = isFirstHand ? SyncLimits.addressesPerInstanceMax : SyncLimits.addressesByHearsayMax
            let endpoints = Array(entry.endpoints.filter(\.isPrivate).prefix(countMax))
            let isNews = heard(endpoints, of: entry.device, isFirstHand: isFirstHand, now: now.monotonic)
            guard isNews else { continue }
            if isFirstHand, isInRoster(entry.device) {
                actions += tell(of: entry.device, endpoints, to: sessions, library)
            }
            actions += dialInTurn(endpoints, besides: Set(sessions.map(\.device)), &random)
        }
        return actions
    }
}
