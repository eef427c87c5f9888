import Foundation
import Testing

/// The form for students, with the programs as they are installed.
struct StudentTests {
    private static let values =
        "date-of-birth=2010/05/17 consent-date=2026/11/01 ethnicity=asian primary-language=english disability=none"

    /// A home with the form and one student.
    private static func home() throws -> Home {
        let home = try Home()
        try home("form", "template", "student").expect(0, "made the form student with 8 fields, private")
        try home.shell("phlistctl record save student student-id=S17 \(values)").expect(0, "added S17 to student")
        return home
    }

    private static let shown = [
        "S17 in student",
        "  Student ID        S17",
        "  Date of Birth     2010/05/17",
        "  Consent Date      2026/11/01",
        "  Ethnicity         Asian",
        "  Primary Language  English",
        "  Disability        None",
        "  Has IEP",
        "  IEP Number",
        "  added             <now> by <me>",
        "  changed           <now> by <me>",
    ]

    // MARK: Fields

    @Test func `S2.2 S2.5 S2.6 S2.7 S2.8 S2.9 S2.10 the form has six required fields and a number behind a switch`()
        throws
    {
        let home = try Home()
        try home.session(
            """
            $ phlistctl form template student --name '7b students'
            made the form 7b students with 8 fields, private
            $ phlistctl form show '7b students'
            7b students  0 records, private
              Student ID        letters and digits  the key
              Date of Birth     date, YYYY/MM/DD    required
              Consent Date      date, YYYY/MM/DD    required
              Ethnicity         choice              required                        African, Asian, European, \
            Indigenous, 6 more
              Primary Language  choice              required                        English, Spanish, French, \
            German, 10 more
              Disability        choice              required                        None, Hearing, Vision, \
            Speech or language, 7 more
              Has IEP           switch
              IEP Number        letters and digits  required while "Has IEP" is on
            $ phlistctl record ls '7b students'
            ! no records in 7b students
            """
        )
    }

    @Test func `S2.3 a date of birth in the future, or after the consent, is refused`() throws {
        let home = try Self.home()
        try home.session(
            """
            $ phlistctl record save student student-id=S17 date-of-birth=2090/05/17 consent-date=2080/01/01
            ! phlistctl: nothing was saved: 2 fields of student to correct
            !   Date of Birth: 2090/05/17 is in the future
            !   Consent Date: 2080/01/01 is before the date in "Date of Birth"
            exit 65
            """
        )
        #expect(try home("record", "find", "student", "S17").transcript == Self.shown)
    }

    @Test func `S2.3 S2.4 everything that is wrong is told at once, and nothing is saved`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q form template student
            <1>
            $ phlistctl record save student student-id=S-17 date-of-birth=2010/02/30 consent-date=1.11.2026 \
            ethnicity= primary-language=Englsh disabilty=None iep-number=7
            ! phlistctl: nothing was saved: 8 fields of student to correct
            !   Student ID: takes letters and digits alone, not "S-17"
            !   Date of Birth: no calendar has the day 2010/02/30
            !   Consent Date: a date is written YYYY/MM/DD, not "1.11.2026"
            !   Ethnicity: is required
            !   Primary Language: "Englsh" is none of its choices; did you mean "English"?
            !   Disability: is required
            !   IEP Number: only while "Has IEP" is on
            !   disabilty: no such field; did you mean "Disability"?
            exit 65
            $ phlistctl record ls student
            ! no records in student
            """
        )
    }

    @Test(arguments: [
        "student-id", "date-of-birth", "consent-date", "ethnicity", "primary-language", "disability",
    ])
    func `S2.4 S2.5 S2.6 S2.7 S2.8 S2.9 S2.10 no required field may be empty`(field: String) throws {
        let home = try Self.home()
        let values = "student-id=S18 \(Self.values)".split(separator: " ").map(String.init)
        for left in [values.filter { !$0.hasPrefix(field) }, values.map { $0.hasPrefix(field) ? "\(field)= " : $0 }] {
            let arguments = left.map { "'\($0)'" }.joined(separator: " ")
            let outcome = try home.shell("phlistctl record save student \(arguments)")
            #expect(outcome.status == 65)
            #expect(outcome.messages.lowercased().contains("\(field.replacing("-", with: " ")): is required"))
        }
        try home("-q", "record", "ls", "student").expect(0, "S17")
    }

    @Test func `S2.11 the switch makes the IEP number needed, and takes it away`() throws {
        let home = try Self.home()
        try home.session(
            """
            $ phlistctl record save student student-id=S17 has-iep=on
            ! phlistctl: nothing was saved: 1 field of student to correct
            !   IEP Number: is required
            exit 65
            $ phlistctl record save student student-id=S17 iep-number=4711
            ! phlistctl: nothing was saved: 1 field of student to correct
            !   IEP Number: only while "Has IEP" is on
            exit 65
            $ phlistctl record save student student-id=S17 has-iep=on iep-number=4711
            updated S17 in student
            $ phlistctl --plain record find student S17
            S17\tvalid\t2010/05/17\t2026/11/01\tAsian\tEnglish\tNone\ton\t4711
            $ phlistctl record save student student-id=S17 has-iep=off
            updated S17 in student
            $ phlistctl --plain record find student S17
            S17\tvalid\t2010/05/17\t2026/11/01\tAsian\tEnglish\tNone\toff\t
            """
        )
    }

    @Test func `S2.8 S2.9 S2.10 choices are yours to change, and a record keeps one that is gone and is marked`() throws
    {
        let home = try Self.home()
        try home.session(
            """
            $ phlistctl form choices student Disability --remove None --add 'Not known' --add Vision
            changed: Disability in student can be
              Hearing
              Vision
              Speech or language
              Learning
              Physical
              Autism
              Emotional
              Several
              Other
              Not stated
              Not known
            $ phlistctl record ls student
               Student ID  Date of Birth  Consent Date  Ethnicity  Primary Language  Disability  Has IEP  IEP Number
            !  S17         2010/05/17     2026/11/01    Asian      English           None                         \
                Disability: "None" is none of its choices
            $ phlistctl record save student student-id=s17 disability='not KNOWN'
            updated S17 in student
            $ phlistctl --plain record ls student
            S17\tvalid\t2010/05/17\t2026/11/01\tAsian\tEnglish\tNot known\t\t
            """
        )
    }

    // MARK: Records

    @Test func `S2.13 saving adds a student, and updates the one who is there`() throws {
        let home = try Self.home()
        try home.session(
            """
            $ phlistctl record save student student-id=s17 ethnicity=African
            updated S17 in student
            $ phlistctl record save student student-id=S17 ethnicity=african
            nothing to change: S17 in student
            $ phlistctl record save student student-id=S9 \(Self.values)
            added S9 to student
            $ phlistctl -q record ls student
            S9
            S17
            $ phlistctl record save student --key S17 student-id=S18
            updated S18 in student
            $ phlistctl -q record ls student
            S9
            S18
            $ phlistctl record rm student S9
            removed: S9 (back with: phlistctl record restore student S9)
            $ phlistctl -q record ls student
            S18
            $ phlistctl record restore student S9
            restored: S9 in student
            $ phlistctl record save student --key S18 student-id=S9
            ! phlistctl: there is already a record "S9" in student; nothing was saved
            ! look at it with: phlistctl record find student S9
            exit 65
            """
        )
    }

    @Test func `S2.19 S2.20 a student is found by the ID, with all fields, or nothing happens`() throws {
        let home = try Self.home()
        let found = try home("record", "find", "student", " s17")
        #expect(found.transcript == Self.shown)
        try home("record", "find", "student", "S18").expect(
            66,
            #"! phlistctl: no record "S18" in student"#,
            #"! see all with: phlistctl record ls student"#
        )
    }

    @Test func `S2.17 S2.18 an observation is automatic or manual, and may be empty`() throws {
        let home = try Self.home()
        try home("record", "observe", "student", "S17", "--automatic").expect(0, "observed S17: automatic")
        try home("record", "observe", "student", "S17", "--manual", "tired").expect(
            0,
            #"observed S17: manual, "tired""#
        )
        let shown = try home("record", "show", "student", "S17").output.split(separator: "\n").suffix(3)
        #expect(shown == ["  observed", "    <now>  automatic  <me>", "    <now>  manual     <me>  tired"])
        try home("record", "observe", "student", "S18", "--manual").expect(
            66,
            #"! phlistctl: no record "S18" in student"#,
            #"! see all with: phlistctl record ls student"#
        )
    }

    @Test func `S2.1 S2.21 what one machine saves another one has, whatever program asks`() throws {
        let anna = try Home()
        let ben = try Home()
        try anna("form", "template", "student", "--household")
        #expect(try anna.shell("phlistctl record save student student-id=S17 \(Self.values)").status == 0)
        try Pairing.join(ben, to: anna)
        try ben("sync", "--wait", "--timeout", "20")
        #expect(try ben("--plain", "record", "find", "student", "S17").status == 0)
        try ben("record", "save", "student", "student-id=S17", "ethnicity=African")
        try ben("sync", "--wait", "--timeout", "20")
        let path = "v1/records?form=student&key=s17"
        let reply = try anna.shell("curl -s --unix-socket \"$PHLIST_SOCKET\" 'http://phlist/\(path)'")
        #expect(reply.output.contains(#"{"name":"Ethnicity","value":"African"}"#))
    }

    @Test func `S2.21 a restart and a power cut lose no record`() throws {
        let home = try Self.home()
        try home.daemon.restart()
        try home("record", "observe", "student", "S17", "--manual", "tired")
        try home.daemon.crash()
        try home.daemon.start()
        let found = try home("record", "find", "student", "S17").transcript
        #expect(found.filter { !$0.hasPrefix("!") }.dropLast(2) == Self.shown.dropLast(2))
        #expect(found.last?.hasPrefix("! 1 observation: phlistctl record show ") ?? false)
        #expect(try home("record", "show", "student", "S17").output.contains("tired"))
    }

    // MARK: Tables

    @Test func `records go out as a table and come in again, all or none, and twice is once`() throws {
        let home = try Self.home()
        try home.session(
            #"""
            $ phlistctl record export student | tr -d '\r'
            Student ID,Date of Birth,Consent Date,Ethnicity,Primary Language,Disability,Has IEP,IEP Number
            S17,2010/05/17,2026/11/01,Asian,English,None,,
            $ phlistctl record export student -o students.csv
            exported 1 record of student to students.csv
            $ printf 'S18,2011/02/03,2026/11/02,Asian,English,None,on,44\r\n' >>students.csv
            $ phlistctl record import student students.csv
            imported 1 record into student; 1 already there, left as they were
            $ phlistctl record import student students.csv
            imported 0 records into student; 2 already there, left as they were
            $ printf 'S19,2011/13/03,2026/11/02,Asian,English,None,,\r\n' >>students.csv
            $ printf 'S20,2011/01/03,,Asian,English,None,,\r\n' >>students.csv
            $ phlistctl record import student students.csv
            ! phlistctl: students.csv has 2 faults
            ! nothing was changed; with --skip-invalid the rest is imported
            !   line 4, character 1: Date of Birth: no calendar has the day 2011/13/03
            !   line 5, character 1: Consent Date: is required
            exit 65
            $ phlistctl undo
            removed: the record S18
            $ { cat students.csv; printf ' s17 ,2011/02/03,2026/11/02,Asian,English,None,,\r\n'; } >twins.csv
            $ phlistctl record import student twins.csv --skip-invalid -q
            S18
            S17
            $ phlistctl record import student twins.csv --skip-invalid 2>&1 | grep already$
              line 6, character 1: the record in line 2 has the Student ID "s17" already
            $ phlistctl undo
            removed: the record S18
            $ phlistctl record import student students.csv --skip-invalid -q
            S18
            S17
            """#
        )
    }
}
