import PhlistControl
import PhlistHousehold
import PhlistModel

/// Words for refusals to undo: the action, and the command that changes it.
extension Presenter {
    private static let undoHint = "to undo what you did in one list: phlistctl undo LIST"
    private static let redoHint = "to redo what you undid in one list: phlistctl redo LIST"

    /// Returns what is left to do after a refusal in a list: undo never passes over an action.
    static func wayOn(in list: String) -> String {
        "what you did there before stays, too, unless you change it back; to see it: "
            + "phlistctl history \(list.asArgument)"
    }

    func explain(_ error: HistoryError) -> ControlError {
        switch error {
        case .nothingToUndo: ControlError(.notFound, "nothing to undo")
        case .nothingToRedo:
            ControlError(.notFound, "nothing to redo; only an undo can be taken back, until the next change")
        case .cannotBeUndone(let change, let scope): cannotBeUndone(change, in: scope)
        case .lastActionUnseen: lastActionUnseen
        }
    }

    private var lastActionUnseen: ControlError {
        ControlError(
            .notFound,
            "the last thing you did was in a list that you no longer see, and cannot be undone",
            hint: Self.undoHint
        )
    }

    func lastActionEnded(in scope: ScopeID, isRedo: Bool) -> ControlError {
        ControlError(
            .notPermitted,
            "cannot \(isRedo ? "redo what you undid" : "undo the last thing you did") in \(title(of: scope)): "
                + "it is no longer shared with you",
            hint: isRedo ? Self.redoHint : Self.undoHint
        )
    }

    private func cannotBeUndone(_ change: LastingChange, in scope: ScopeID) -> ControlError {
        let (deed, advice) = words(for: change, in: scope)
        let end = advice.map { ": \($0)" } ?? ""
        return ControlError(
            .notFound,
            "the last thing you did, \(deed), cannot be undone\(end)",
            hint: Self.undoHint
        )
    }

    /// Returns the action that cannot be undone, and the command to use instead, if there is one.
    private func words(for change: LastingChange, in scope: ScopeID) -> (deed: String, advice: String?) {
        let title = library.list(scope).map(\.title).flatMap { $0.isEmpty ? nil : $0 }
        let list = title ?? (scope == library.householdID ? "the household" : "a list")
        let name = title.map { " \($0.asArgument)" } ?? ""
        let answerAdvice = "use \"phlistctl invite accept\(name)\""
        switch change {
        case .roster(let act): return words(for: act)
        case .answer(.accepted): return ("accepting the invitation to \(list)", "use \"phlistctl leave\(name)\"")
        case .answer(.declined): return ("declining the invitation to \(list)", answerAdvice)
        case .answer(.left): return ("leaving \(list)", answerAdvice)
        case .purge: return ("permanently removing something from \(list)", nil)
        case .upkeep:
            return ("a change to \(list) when this device changed its household", "use \"phlistctl share\"")
        case .unknown: return ("a change to \(list) without effect on this device", nil)
        }
    }

    private func words(for act: RosterAct) -> (deed: String, advice: String?) {
        switch act {
        case .assign(let device, _): return ("a new role for \(name(of: device))", "use \"phlistctl device role\"")
        case .rename(let device, _): return ("a new name for \(name(of: device))", "use \"phlistctl device rename\"")
        case .list(let members, let device):
            let people = members.map { $0 == .house ? Library.houseName : name(of: $0) }.joined(separator: ", ")
            return ("letting \(people) use \(name(of: device))", "what the device has it keeps")
        case .remove(library.device): return ("leaving the household", "use \"phlistctl join\"")
        case .remove(let device):
            return ("removing \(name(of: device))", "use \"phlistctl pair\" to let it in with a new key")
        case .admit: return ("saying who you are on this device", "use \"phlistctl member me\"")
        case .found, .rotate: return ("a change of the household", nil)
        }
    }

    private func name(of device: DeviceID) -> String {
        library.deviceName(device) ?? "a device"
    }
}
