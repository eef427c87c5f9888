import PhlistHousehold
import PhlistModel

/// The announcements of this device and of others.
extension PeerDirectory {
    /// The announcement of this device; nil until the household's secret has come, and without an address.
    func announcement(_ library: Library) -> Announcement? {
        guard let key = library.household?.discoveryKey, !upkeep.announcedEndpoints.isEmpty else { return nil }
        return Announcement(key: key, nonce: upkeep.announcementNonce, endpoints: upkeep.announcedEndpoints)
    }

    /// Takes in an announcement, and dials the addresses that a member of the household has bound to it.
    mutating func found(
        _ instance: Instance,
        besides connected: Set<DeviceID>,
        _ library: Library,
        _ random: inout RandomSource
    ) -> [PeerAction] {
        guard instance.name != announcement(library)?.name else { return [] }
        // A device that was away while the secret was replaced announces itself with the old one.
        let endpoints = library.announcementKeys.endpoints(of: instance)
        guard !endpoints.isEmpty else {
            lost(instance.name)
            return []
        }
        found(instance.name, at: endpoints)
        return dialInTurn(instances[instance.name] ?? [], besides: connected, &random)
    }

    /// Renews the announcement if another service has its name, by chance or to hide this device.
    mutating func nameTaken(
        _ name: String,
        _ library: Library,
        now: Now,
        _ random: inout RandomSource
    ) -> [PeerAction] {
        name == announcement(library)?.name ? renewAnnouncement(now: now, &random) : []
    }

    /// Renews the announcement if it is old.
    mutating func renewOldAnnouncement(now: Now, _ random: inout RandomSource) -> [PeerAction] {
        upkeep.isAnnouncementOld(at: now.monotonic) ? renewAnnouncement(now: now, &random) : []
    }
}

extension Library {
    /// Keys that identify announcements of other members.
    package var announcementKeys: AnnouncementKeys { AnnouncementKeys(roster?.discoveryKeys ?? []) }
}
