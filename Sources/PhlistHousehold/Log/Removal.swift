package import PhlistModel

/// The act that removed a device from a household, as reported to the device.
///
/// ```
/// removal = household 16 B | person 16 B | device 32 B | time u64 (milliseconds since 1970)
/// ```
package struct Removal: Hashable, Sendable {
    package var household: ScopeID
    /// The person who removed the device; the house if that device did not know who used it.
    package var person: MemberID
    /// The device that removed it; the removed device itself if it left.
    package var device: DeviceID
    package var at: Int64

    package init(household: ScopeID, person: MemberID, device: DeviceID, at: Int64) {
        (self.household, self.person, self.device, self.at) = (household, person, device, at)
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(household)
        writer.write(person)
        writer.write(device)
        writer.write(fixed: UInt64(bitPattern: at))
    }

    package init(from reader: inout ByteReader) throws(CodecError) {
        household = try reader.readIdentifier()
        person = try reader.readIdentifier()
        device = try reader.readDeviceID()
        at = Int64(bitPattern: try reader.readFixed())
        guard (0..<1 << 48).contains(at) else { throw .badValue("removed at \(at)") }
    }
}
