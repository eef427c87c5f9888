import PhlistControl
import Testing

/// Profiles, and the directories of configuration and state.
struct ProgramDirectoriesTests {
    @Test func `directories lie below the home directory`() {
        let directories = ProgramDirectories(profile: .standard, surroundings: .anna())
        #expect(directories.configurationFile == "/home/anna/.config/phlist/phlist.yaml")
        #expect(directories.configurationFragments == "/home/anna/.config/phlist/conf.d")
        #expect(directories.state == "/home/anna/.local/share/phlist")
    }

    @Test func `the XDG variables move them and relative ones are ignored`() {
        let environment = ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "data"]
        let directories = ProgramDirectories(profile: .standard, surroundings: .anna(environment))
        #expect(directories.configuration == "/c/phlist")
        #expect(directories.state == "/home/anna/.local/share/phlist")
    }

    @Test func `a profile has its own directories`() throws {
        let directories = ProgramDirectories(profile: try Profile(name: "dev-2"), surroundings: .anna())
        #expect(directories.configuration == "/home/anna/.config/phlist-dev-2")
        #expect(directories.state == "/home/anna/.local/share/phlist-dev-2")
    }

    @Test(arguments: ["", "Dev", "a b", "a/b", "..", "é", "a\0", String(repeating: "a", count: 33)])
    func `a name that could leave its directory or the limits is no profile`(name: String) {
        let error = #expect(throws: PathError.profileNameInvalid(name)) { try Profile(name: name) }
        #expect(error?.controlError.code == .configuration)
    }

    @Test func `a name of 32 characters is a profile`() throws {
        let name = String(repeating: "z", count: 32)
        #expect(try Profile(name: name).directoryName == "phlist-\(name)")
    }

    @Test func `a process without HOME has the home of its account`() {
        #expect(Surroundings.ofProcess(environment: [:]).home.hasPrefix("/"))
        #expect(Surroundings.ofProcess(environment: ["HOME": "/h"]).home == "/h")
        #expect(Surroundings.ofProcess(environment: [:]).isOwnDirectory("/no/such/directory") == false)
    }
}
