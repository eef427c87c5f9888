import ArgumentParser
import PhlistVocabulary

struct DeviceGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Show and change the devices of the household, and what they may do.",
        subcommands: [DeviceLs.self, DeviceRename.self, DeviceRole.self, DeviceShare.self, DeviceRemove.self]
    )
}
