/// The reply of `POST /v1/backup`: what was restored.
package struct RestoreBackupReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// Lists and forms that are not in the trash.
    package var listCount: Int
    /// Items and records that are not in the trash.
    package var itemCount: Int
    package var memberCount: Int
    /// Photos restored with their bytes.
    package var photoCount: Int
    /// Devices of the household that was backed up, the lost one included.
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
    /// `POST /v1/backup`: restores the backup in the body; storing it takes a while.
    package static var restoreBackup: Self {
        Self(route: .restoreBackup, patience: .seconds(600))
    }
}
