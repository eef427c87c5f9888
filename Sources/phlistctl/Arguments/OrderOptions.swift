import ArgumentParser
import PhlistControl
import PhlistVocabulary

/// Options for the order in which items of several lists are shown.
struct OrderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The order of the items.", valueName: "order"))
    var sort: ItemSort?

    @Flag(inversion: .prefixedNo, help: "Reverse the order.")
    var reverse: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Show one table over all lists, in the order of --sort, or by due date."
    )
    var flat: Bool?

    /// Completes a query with the order.
    func arrange(_ query: inout ItemsQuery) {
        query.sort = (sort ?? (flat == true ? .due : nil))?.rawValue
        query.reverse = reverse
        query.flat = flat
    }
}
