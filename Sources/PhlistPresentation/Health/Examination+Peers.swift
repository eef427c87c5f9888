import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistSync

/// The checks of the other devices.
extension Examination {
    /// Clocks further apart than this are worth a warning; times of changes are off by as much.
    private static let clockWarningMilliseconds: Int64 = 2_000
    /// With clocks this far apart the last of two changes is no longer the one that people mean.
    private static let clockProblemMilliseconds: Int64 = 600_000
    private static let listsNamedMax = 4

    func checks(of peer: PeerStatus) -> [HealthCheck] {
        guard peer.state == .connected else {
            return [
                HealthCheck(
                    .warning,
                    "peer \(peer.name)",
                    "not connected: \(report.peers.reason(of: peer) ?? "it is being dialled")",
                    remedy: remedy(for: peer)
                )
            ]
        }
        let connected = HealthCheck(ok: "peer \(peer.name)", "connected at \(peer.endpoint?.text ?? "")")
        return [connected, clockCheck(peer), versionCheck(peer), syncCheck(peer)]
    }

    /// Returns what to do about a device that is not connected, by the way in which the last dial failed.
    private func remedy(for peer: PeerStatus) -> String {
        let turnOn = "turn it on, in the same network"
        switch report.peers.failure(of: peer)?.kind {
        case .silence:
            let port = peer.endpoint.flatMap { $0.text.split(separator: ":").last } ?? "\(network.port)"
            return "\(turnOn); if it is: a firewall there drops port \(port) (there: ufw allow \(port)/tcp), or the "
                + "Wi-Fi isolates its clients, or it has another address now: phlistctl config set peers ADDRESS"
        case .refusal: return "start phlistd there: systemctl --user start phlistd, or without --user"
        case .absence: return "\(turnOn), which must not isolate its clients as guest Wi-Fi does; then: phlistctl sync"
        case .other: return "\(turnOn); then: phlistctl sync"
        case nil where peer.endpoints.isEmpty:
            return "\(turnOn); where discovery does not reach it, name it: phlistctl config set peers ADDRESS"
        case nil: return "\(turnOn); then: phlistctl sync"
        }
    }

    private func clockCheck(_ peer: PeerStatus) -> HealthCheck {
        let (name, offset) = ("clock \(peer.name)", peer.clockOffset ?? 0)
        let words = "\(TimeSpan.text(milliseconds: offset)) \(offset > 0 ? "ahead of" : "behind") this device"
        guard offset.magnitude > Self.clockWarningMilliseconds else { return HealthCheck(ok: name, "the same as here") }
        let isFar = offset.magnitude > Self.clockProblemMilliseconds
        let remedy = "set the clock of whichever is wrong: timedatectl set-ntp true"
        return HealthCheck(isFar ? .problem : .warning, name, words, remedy: remedy)
    }

    private func versionCheck(_ peer: PeerStatus) -> HealthCheck {
        let (name, build) = ("version \(peer.name)", peer.build ?? "")
        guard peer.isSameModel else {
            return HealthCheck(
                .warning,
                name,
                "\(build) has another model of lists than \(programVersion)",
                remedy: "update phlist on both: each shows only what it knows"
            )
        }
        guard build != programVersion else { return HealthCheck(ok: name, build) }
        return HealthCheck(.warning, name, "\(build), here it is \(programVersion)", remedy: "update the older one")
    }

    private func syncCheck(_ peer: PeerStatus) -> HealthCheck {
        let name = "sync \(peer.name)"
        guard !report.alarms.contains(peer.device) else {
            return HealthCheck(
                .problem,
                name,
                "the same changes came to something else there: this is a mistake in phlist",
                remedy: "keep the log of phlistd on both devices, and report it"
            )
        }
        guard peer.isInSync != true else {
            return HealthCheck(ok: name, "equal by digest: \(peer.sharedCount.counted("list"))")
        }
        guard !peer.differing.isEmpty else {
            return HealthCheck(.warning, name, "it has not answered yet", remedy: "ask it: phlistctl sync --wait")
        }
        let seen = library.lists(for: caller).filter { peer.differing.contains($0.scope) }.map(\.title)
        let named = seen.prefix(Self.listsNamedMax).joined(separator: ", ")
        let words = seen.isEmpty ? "not all is the same yet" : "\(seen.count.counted("list")) differ: \(named)"
        return HealthCheck(.warning, name, words, remedy: "wait for it: phlistctl sync --wait")
    }
}
