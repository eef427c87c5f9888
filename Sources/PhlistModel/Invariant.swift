/// Stops the program if one of our own rules is broken: a bug, never an input.
///
/// `precondition` prints no message in optimised builds; this does. Messages name ids and numbers, never titles.
package func invariant(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String,
    file: StaticString = #fileID,
    line: UInt = #line
) {
    if !condition() {
        fatalError(message(), file: file, line: line)
    }
}
