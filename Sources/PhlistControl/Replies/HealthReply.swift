/// The reply to `GET /v1/health`: the daemon answers, and its store takes changes.
package struct HealthReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// `ok`, or `degraded` while parts of the log are missing.
    package var health: StatusReply.Store.Health

    package init(health: StatusReply.Store.Health) {
        self.health = health
    }
}
