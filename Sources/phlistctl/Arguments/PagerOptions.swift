import ArgumentParser

/// Options of commands whose text can be longer than the window.
struct PagerOptions: ParsableArguments {
    @Flag(help: "Do not show long text in a pager.")
    var noPager = false
}
