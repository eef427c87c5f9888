import ArgumentParser
import PhlistControl
import PhlistVocabulary

/// Options for the order in which items of several lists are shown.
struct OrderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The order of the items.", valueName: "order"))
    var sort: ItemSort?

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Show one table over all lists, in the order of --sort, or by due date.")
    var flat = false

    /// Completes a query with the order.
    func arrange(_ query: inout ItemsQuery) {
        query.sort = (sort ?? (flat ? .due : nil))?.rawValue
        query.reverse = reverse ? true : nil
        query.flat = flat ? true : nil
    }
}
