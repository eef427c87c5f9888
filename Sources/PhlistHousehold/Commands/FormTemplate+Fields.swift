import PhlistModel
package import PhlistVocabulary

extension FormTemplate {
    /// The fields, which can be changed after the form is created.
    package var fields: [NewFormField] {
        switch self {
        case .student: Self.studentFields
        }
    }

    private static var studentFields: [NewFormField] {
        [
            NewFormField("Student ID", .alphanumeric, isRequired: true),
            NewFormField(FormFieldState.dateOfBirth, .date, isRequired: true),
            NewFormField(FormFieldState.consentDate, .date, isRequired: true),
            NewFormField("Ethnicity", .choice, isRequired: true, choices: ethnicities),
            NewFormField("Primary Language", .choice, isRequired: true, choices: languages),
            NewFormField("Disability", .choice, isRequired: true, choices: disabilities),
            NewFormField("Has IEP", .toggle),
            NewFormField("IEP Number", .alphanumeric, isRequired: true, gate: "Has IEP"),
        ]
    }

    // Initial values only: the required questions and their wording differ from school to school.

    private static let ethnicities = [
        "African", "Asian", "European", "Indigenous", "Latin American", "Middle Eastern", "Pacific Islander",
        "Several", "Other", "Not stated",
    ]
    private static let languages = [
        "English", "Spanish", "French", "German", "Portuguese", "Arabic", "Chinese", "Hindi", "Russian", "Turkish",
        "Ukrainian", "Vietnamese", "Sign language", "Other",
    ]
    private static let disabilities = [
        "None", "Hearing", "Vision", "Speech or language", "Learning", "Physical", "Autism", "Emotional", "Several",
        "Other", "Not stated",
    ]
}
