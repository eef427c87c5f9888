import PhlistControl

/// What shows changes to somebody.
protocol ChangeView: AnyObject {
    /// Takes a change that concerns it; more may follow at once.
    func took(_ event: ControlEvent) throws

    /// No more changes follow for now.
    func settled() throws

    /// The daemon has gone; it may come back.
    func daemonLeft() throws

    /// Nothing more will be shown.
    func ended() throws
}
