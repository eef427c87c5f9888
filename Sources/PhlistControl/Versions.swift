/// The version of every JSON document that the control API sends or `phlistctl --json` prints.
package let schemaVersion = 1

/// The version of the programs, by semantic versioning.
package let programVersion = "0.1.0"
