/// A rule that a simulation broke, or a bug that it met.
package struct SimulationFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
