import PhlistControl

/// The check of the page for phones.
extension Examination {
    /// A certificate that ends in less time is worth a warning, in milliseconds: a renewal should have come before.
    private static let expiryWarningMilliseconds: Int64 = 14 * 86_400_000

    /// The page for phones.
    func check(_ page: PageReport) -> HealthCheck {
        switch page.state {
        case .off: return HealthCheck(ok: "phones", "the page for phones is off; to serve it: phlistctl phone on")
        case .failed(let fault):
            let remedy = fault.hint ?? "mend that; phlistd tries it again every 30 s"
            return HealthCheck(.problem, "phones", fault.message, remedy: remedy)
        case .on(let address, let end):
            let left = end.map { $0 - presenter.time }
            guard let left, left < Self.expiryWarningMilliseconds else {
                let firewall = "if a firewall runs here: ufw allow \(page.port)/tcp"
                return HealthCheck(ok: "phones", "the page is served at \(address); \(firewall)")
            }
            return HealthCheck(
                left > 0 ? .warning : .problem,
                "phones",
                left > 0
                    ? "the certificate of the page is valid for \(TimeSpan.text(milliseconds: left)) more"
                    : "the certificate of the page expired \(TimeSpan.text(milliseconds: left)) ago",
                remedy: "renew its file, then: systemctl reload phlistd, or --user"
            )
        }
    }
}
