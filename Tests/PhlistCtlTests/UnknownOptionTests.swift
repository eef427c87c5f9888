import ArgumentParser
import PhlistControl
import Testing

@testable import phlistctl

/// Options that a command does not have.
struct UnknownOptionTests {
    @Test(arguments: [
        (["ls", "Shopping"], "--section", "LIST/SECTION"), (["add", "x", "y"], "--section", "LIST/SECTION"),
        (["ls"], "--done", "--state done"), (["ls"], "--asign", "--assign"), (["add", "milk"], "--amount", "--qty"),
        (["add", "milk"], "--repeat", "--every"), (["add", "milk"], "--where", "--location"),
        (["edit", "milk"], "--name", "--title"),
        (["list", "edit", "Trip"], "--deadline", "--due"), (["rm", "milk"], "--force", "--yes"),
        (["history"], "--user", "--member"), (["export", "--format", "md"], "--overwrite", "--force"),
        (["--json", "ls"], "--priority", "--prio"), (["list", "ls"], "--al", "--all"),
    ])
    func `a name of another program, or one with a slip, leads to what is meant`(
        words: [String],
        option: String,
        meant: String
    ) {
        #expect(message(words + [option]) == "unknown option '\(option)'; did you mean \(meant)?")
        #expect(message(words + ["\(option)=x"]) == "unknown option '\(option)'; did you mean \(meant)?")
    }

    @Test(arguments: [
        (["add", "milk"], "--new"), (["add", "milk"], "--done"), (["done", "milk"], "--section"), (["ls"], "--it's"),
        (["version"], "--repeat"), (["ls"], "--x"),
        (["ls"], "--" + String(repeating: "all", count: 1000)),
    ])
    func `an option that is like none leads nowhere`(words: [String], option: String) {
        #expect(message(words + [option]) == "unknown option '\(option)'")
    }

    @Test(arguments: [
        (["export", "Trip"], "--fromat", "--format"), (["section", "mv", "Trip/Dairy"], "--bfore", "--before"),
        (["--as", "list", "add"], "--prioo", "--prio"),
    ])
    func `an option with a slip is named before what is missing`(words: [String], option: String, meant: String) {
        #expect(message(words + ["\(option)=x"]) == "unknown option '\(option)'; did you mean \(meant)?")
        #expect(message(words + ["--", option]) == nil)
    }

    @Test func `what the parser says of anything else is left alone`() {
        #expect(UnknownOption(in: ["ls"], saying: "unknown option '-x'") == nil)
        #expect(UnknownOption(in: ["ls"], saying: "missing value for '--due <when>'") == nil)
    }

    /// Returns what the program says.
    private func message(_ arguments: [String]) -> String? {
        do {
            _ = try Phlistctl.parsed(arguments)
            return nil
        } catch {
            let text = Phlistctl.fullMessage(for: error, columns: Invocation.helpColumns)
            return UnknownOption(in: arguments, saying: ErrorText.usage(text).message)?.message
        }
    }
}
