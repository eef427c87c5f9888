package import PhlistModel

// Most tests write content and need not say so.

extension Feed {
    /// Creates the content feed of a device in a scope.
    package init(scope: ScopeID, device: DeviceID) {
        self.init(scope: scope, tier: .content, device: device)
    }
}

extension BatchReference {
    /// Refers to a content batch of a device.
    package init(device: DeviceID, number: UInt64, name: BatchName) {
        self.init(FeedHint(device: device, tier: .content), number: number, name: name)
    }
}

extension DeviceID {
    /// The hint of the device's content feed.
    package var hint: FeedHint { FeedHint(device: self, tier: .content) }
}
