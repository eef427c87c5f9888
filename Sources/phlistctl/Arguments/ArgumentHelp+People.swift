import ArgumentParser

extension ArgumentHelp {
    /// The help for an argument that names one device.
    static let device = ArgumentHelp("A device's name, or the first letters of the id.", valueName: "device")

    /// The help for arguments that name members who may see a list.
    static let participant = ArgumentHelp(
        "Each a member's name or e-mail address, the first letters of the id, or house.",
        valueName: "member"
    )

    /// The help for an argument that names one member.
    static let member = ArgumentHelp("A member's name, or the first letters of the id.", valueName: "member")
}
