/// Lookup of a device's file system in `/proc/self/mountinfo`.
///
/// A line reads `36 35 98:0 /root /mount/point options optional… - type source options`; the third field is the device.
/// Types are names there, where statfs(2) has one number for everything that runs on FUSE.
enum MountTable {
    /// Types that use a network: locks and flushes there guarantee less than phlist needs.
    private static let networkKinds: Set<String> = [
        "afs", "ceph", "cifs", "coda", "davfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs",
        "fuse.ceph-fuse", "fuse.curlftpfs", "fuse.davfs2", "fuse.glusterfs", "fuse.gvfsd-fuse", "fuse.juicefs",
        "fuse.rclone", "fuse.s3fs", "fuse.smbnetfs", "fuse.sshfs",
    ]

    /// Finds the volume of a device; one that no line names, such as a btrfs subvolume, is local.
    ///
    /// - Parameters:
    ///   - device: The device number as stat(2) gives it.
    ///   - table: The bytes of the table.
    /// - Returns: The volume.
    static func volume(ofDevice device: UInt64, in table: [UInt8]) -> Volume {
        let number = "\(major(device)):\(minor(device))"
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard fields.count > 2, fields[2] == number, let dash = fields.firstIndex(of: "-") else { continue }
            guard let kind = fields.dropFirst(dash + 1).first.map(String.init) else { continue }
            return networkKinds.contains(kind) ? .network(kind) : .local
        }
        return .local
    }

    /// The two halves of a device number interleave: 12 + 20 bits, then the upper parts of both.
    private static func major(_ device: UInt64) -> UInt64 {
        device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
    }

    private static func minor(_ device: UInt64) -> UInt64 {
        device & 0xFF | device >> 12 & 0xFFFF_FF00
    }
}
