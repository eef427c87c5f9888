extension FieldWrite {
    /// The fields that make a member; an empty e-mail address is left out.
    package static func making(
        _ member: MemberID,
        called name: String,
        email: String = "",
        _ life: Life = .alive
    ) -> [FieldWrite] {
        let fields = [
            FieldWrite(.life, life), FieldWrite(.kind, EntityKind.member), FieldWrite(.member, member.bytes),
            FieldWrite(.title, text: name),
        ]
        return email.isEmpty ? fields : fields + [FieldWrite(.email, text: email)]
    }

    /// The fields that make a section of a list.
    ///
    /// - Parameters:
    ///   - name: The name of the section.
    ///   - key: The position among the sections.
    /// - Returns: The fields.
    package static func making(sectionCalled name: String, at key: [UInt8]) -> [FieldWrite] {
        [
            FieldWrite(.kind, EntityKind.section), FieldWrite(.life, Life.alive), FieldWrite(.title, text: name),
            FieldWrite(.key, key),
        ]
    }
}
