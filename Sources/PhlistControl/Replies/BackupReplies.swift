/// The reply to `POST /v1/backup`: what was restored.
package struct RestoreBackupReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// Lists and forms that are not in the trash.
    package var listCount: Int
    /// Items and records that are not in the trash.
    package var itemCount: Int
    package var memberCount: Int
    /// Photos whose data was restored, too.
    package var photoCount: Int
    /// Devices of the household that was backed up, with the one that made the backup.
    package var deviceCount: Int
    /// The member that the caller acts as now; nil for nobody.
    package var member: String?

    package init(
        listCount: Int,
        itemCount: Int,
        memberCount: Int,
        photoCount: Int,
        deviceCount: Int,
        member: String?
    ) {
        self.listCount = listCount
        self.itemCount = itemCount
        self.memberCount = memberCount
        self.photoCount = photoCount
        self.deviceCount = deviceCount
        self.member = member
    }
}

extension ControlRequest where Reply == RestoreBackupReply {
    /// `POST /v1/backup`: restores a backup, which the caller uploads as the body.
    package static var restoreBackup: Self {
        Self(route: .restoreBackup, patience: .seconds(Limits.restoreSecondsMax))
    }
}
