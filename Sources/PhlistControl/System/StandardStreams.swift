import Glibc

/// The three standard descriptors of a program, some of which may be closed at its start.
package enum StandardStreams {
    /// Occupies the closed ones, so that no socket or file gets one of their numbers and receives text meant for the
    /// user.
    ///
    /// The placeholders are opened for the opposite direction, so that reading and writing still fail.
    package static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // open() takes the lowest free number, which is the missing one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
