import Logging
import PhlistLog
import PhlistModel
import PhlistStore

extension OpenReport {
    /// Logs the result of opening the store, if it is notable.
    func log(to logger: Logger, in directory: StateDirectory, cacheFault: String?) {
        if let outdated {
            logger.notice(
                "the log was written by an earlier phlist and cannot be read; starting with an empty one",
                metadata: [
                    "version": "\(outdated.major).\(outdated.minor)", "kept": "\(directory.path(of: outdated.keptAs))",
                ]
            )
        }
        if usedPrevious {
            logger.warning("phlist.log was missing; the generation before it is used")
        }
        switch ending {
        case .torn(let bytes, let name):
            logger.notice("torn tail cut", metadata: ["bytes": "\(bytes)", "kept": "\(name ?? "nowhere")"])
        case .damaged(let damage):
            let holes = damage.holes.map { "\($0)" }.joined(separator: "; ")
            logger.error(
                "the log is damaged",
                metadata: ["lost": "\(holes)", "kept": "\(damage.keptAs ?? "in place")"]
            )
        case .created, .clean, .sealed, .interrupted: break
        }
        if let cacheFault {
            logger.notice("snapshot not used", metadata: ["cause": "\(cacheFault)"])
        }
        logger.debug(
            "store opened",
            metadata: [
                "bytes": "\(byteCount)", "generation": "\(generation)",
                "frames": "\(frameCount)", "records": "\(recordCount)",
            ]
        )
    }
}

extension Store.Packing {
    /// Logs the result of packing the log.
    func log(to logger: Logger) {
        switch self {
        case .packed(let before, let after):
            logger.notice("log packed", metadata: ["bytes": "\(after)", "before": "\(before)"])
        case .failed(let error):
            logger.notice("the log is not packed; it stays as it was", metadata: ["cause": "\(error)"])
        }
    }
}
