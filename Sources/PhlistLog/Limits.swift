/// The limits of this module, each with its reason.
package enum LogLimits {
    /// The largest payload of a frame, and so of one atomic append, in bytes.
    ///
    /// The longest batch is below 256 KiB; a frame of this size is written in a moment and still fits into memory
    /// anywhere. A longer length in a header can only be damage. `RecordPosition` relies on it: an offset in a payload
    /// takes 22 bits.
    package static let payloadBytesMax = 4 << 20

    /// The most records in a frame: the count is two bytes wide.
    package static let recordCountMax = Int(UInt16.max)

    /// The size of a read when a log is opened, in bytes: few system calls, and little memory.
    static let scanBytes = 1 << 20

    /// The size of a read after the device failed, in bytes: disks fail by sectors, which are no larger.
    static let retryBytes = 4 << 10

    /// The size of the records in one packed frame, in bytes: the window of zlib, and little to unpack for one record,
    /// or to lose with a bad sector.
    static let packedBytes = 32 << 10

    /// The size of appends from which on a log is packed at the start, in bytes: what a family of five writes in nine
    /// months.
    package static let looseBytesMax = 8 << 20

    /// The size of the file `reserve`, in bytes: room for an orderly end and for what a recovery keeps.
    package static let reserveBytes = 4 << 20

    /// The least healthy free space on a disk, in bytes: below it there is no reserve, people are warned, and photos
    /// are refused, which leaves the rest for text.
    package static let freeBytesMin = 64 << 20

    /// The most bytes of one torn tail that are kept: at most one frame is ever unflushed, so the rest is junk.
    static let tornBytesKeptMax = 8 << 20

    /// The most files in `quarantine/` to which a torn tail is still added: a machine that loses power every day must
    /// not fill its disk with data that nobody needs.
    static let quarantineFilesMax = 100

    /// The longest device key in bytes; keys are below 200.
    static let keyBytesMax = 4 << 10

    /// The most bytes of the kernel's mount table that are read; a line is about 100.
    static let mountTableBytesMax = 1 << 20
}
