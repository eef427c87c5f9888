import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct RecordObserve: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "observe",
        abstract: "Add an observation to a record.",
        usage: """
            phlistctl record observe [<options>] <form> <key> --automatic [<note>]
            phlistctl record observe [<options>] <form> <key> --manual [<note>]
            """
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: .key, completion: .records)
    var key: String

    @Argument(help: "What was observed (optional).")
    var note: String?

    @Flag(help: "How it was observed.")
    var mode: ObservationMode

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ObserveRequest(form: form, key: key, mode: mode, note: note))
        try context.show(reply, RecordText.page([reply.record], [RecordText.observed(reply)]))
    }
}

extension ObservationMode: EnumerableFlag {}
