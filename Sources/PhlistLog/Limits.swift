/// The limits of this module, each with its reason.
package enum LogLimits {
    /// The largest payload of a frame, and so of one atomic append, in bytes.
    ///
    /// The longest batch is below 256 KiB; a frame this long is written in a moment and still fits into memory
    /// anywhere. A longer length in a header can only be damage. `RecordPosition` relies on it: an offset in a
    /// payload takes 22 bits.
    package static let payloadBytesMax = 4 << 20

    /// The most records in a frame: the count is two bytes wide.
    package static let recordCountMax = Int(UInt16.max)

    /// How much is read at once when a log is opened, in bytes: few system calls, and little memory.
    static let scanBytes = 1 << 20

    /// How much is read at once where the device fails, in bytes: what a disk gives up is one of its sectors, which
    /// are no larger.
    static let retryBytes = 4 << 10

    /// The size of the file `reserve`, in bytes: room for the end of a run and for what a recovery keeps.
    package static let reserveBytes = 4 << 20

    /// The least room on a disk with which all is well, in bytes: with less there is no reserve, people are warned, and
    /// photos are refused, which leaves what is left for text.
    package static let freeBytesMin = 64 << 20

    /// The most bytes of one torn tail that are kept: more than one frame was never unflushed, the rest is junk.
    static let tornBytesKeptMax = 8 << 20

    /// The most files in `quarantine/` to which a torn tail is still added: a machine that loses its power every day
    /// must not fill its disk with what nobody asks for.
    static let quarantineFilesMax = 100

    /// The longest device key in bytes; keys are below 200.
    static let keyBytesMax = 4 << 10

    /// How much of the kernel's table of mounts is read, in bytes; a line is about 100.
    static let mountTableBytesMax = 1 << 20
}
