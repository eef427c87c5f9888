/// The version of all JSON documents of the control API and `phlistctl --json`.
package let schemaVersion = 1

/// The version of the programs, by semantic versioning.
package let programVersion = "0.2.0-dev"
