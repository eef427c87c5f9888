import PhlistModel
import PhlistPairing
import PhlistSync
import PhlistTransport
import PhlistVocabulary

extension PairingDesk {
    /// A device that tries the code that was open when it connected.
    final class Run {
        var host: PairingHost
        let key: PeerKey
        let address: NetworkAddress
        let role: DeviceRole
        let use: DeviceUse?
        /// Connection ids are only valid for the transport of the same code.
        let transport: Transport

        init(
            host: consuming PairingHost,
            key: PeerKey,
            address: NetworkAddress,
            role: DeviceRole,
            for use: DeviceUse?,
            transport: Transport
        ) {
            self.host = host
            (self.key, self.address) = (key, address)
            (self.role, self.use, self.transport) = (role, use, transport)
        }
    }
}
