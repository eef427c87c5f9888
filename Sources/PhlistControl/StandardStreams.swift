import Glibc

/// The three descriptors that every program is started with, or should be.
package enum StandardStreams {
    /// Takes the places of those that are closed, before a socket or a file of ours gets one of their numbers and what
    /// is meant for a person is written into it.
    ///
    /// What stands in for them can only be used the wrong way round, so that reading and writing fail as before.
    package static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the one that is missing.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
