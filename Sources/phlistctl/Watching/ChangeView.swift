import PhlistControl

/// A display of changes.
protocol ChangeView: AnyObject {
    /// Takes a change; more may follow at once.
    func took(_ event: ControlEvent) throws

    /// Called when no more changes follow for now.
    func settled() throws

    /// Called when the daemon has ended the connection; it may come back.
    func daemonLeft() throws

    /// Called when nothing more will be shown.
    func ended() throws
}
