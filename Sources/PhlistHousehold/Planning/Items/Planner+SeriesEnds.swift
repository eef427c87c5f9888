import OrderedCollections
import PhlistModel
import PhlistVocabulary

/// The end of a series, said of the next occurrence as well, which somebody else may make at the same time.
extension Planner {
    /// Ends a series for the next occurrence, too, though it is not there: who completes this one at the same time
    /// makes it, and then the two rules compete where a person sees it, with the item that is open.
    func endSeries(after item: ItemState, in list: ListState, _ action: inout Action) {
        let next = EntityID(following: item.entity, in: list.scope)
        guard list.item(next)?.isTrashed != false else { return }
        action.add([Op.write(next, [FieldWrite(.recurrence, [])])], in: list.scope)
    }

    /// Takes the end of a series back: the next occurrence gets the rule that somebody who completes this one at the
    /// same time gives it, so that nothing competes.
    func continueSeries(
        after item: ItemState,
        _ rule: Recurrence,
        on day: CivilDate,
        in list: ListState,
        _ action: inout Action
    ) {
        let next = EntityID(following: item.entity, in: list.scope)
        guard list.item(next)?.isTrashed != false, list.contents(of: next).contains(FieldWrite(.recurrence, [])),
            let rule = anchored(rule, to: item, on: day).next(completedOn: day)
        else { return }
        action.add([Op.write(next, [FieldWrite(.recurrence, text: rule.description)])], in: list.scope)
    }

    /// Returns a rule with a first date: its own, or that of the item.
    func anchored(_ rule: Recurrence, to item: ItemState, on day: CivilDate) -> Recurrence {
        rule.start == nil ? rule.anchored(at: item.due ?? day) : rule
    }

    /// Says of the next occurrence, too, that an undo or a redo ends a series or lets it go on.
    ///
    /// The plan leaves that alone: a value of what is not there has none before it.
    func follow(_ plan: UndoPlan, in scope: ScopeID, _ action: inout Action) {
        guard let list = library.scopes[scope]?.state.list else { return }
        var writes: OrderedDictionary<EntityID, [FieldID: [UInt8]]> = [:]
        for case .write(let entity, let fields) in plan.ops {
            for write in fields where write.field.mergeClass == .register {
                writes[entity, default: [:]][write.field] = write.value
            }
        }
        let day = today(for: ItemChange())
        for (entity, fields) in writes {
            guard let item = list.item(entity) else { continue }
            let next = EntityID(following: entity, in: scope)
            if let rule = item.rule(after: fields) {
                continueSeries(after: item, rule, on: day, in: list, &action)
            } else if item.rule(after: [:]) != nil, fields[.state] != [WorkState.done.rawValue], writes[next] == nil,
                list.contents(of: next).contains(where: { $0.field == .recurrence && !$0.value.isEmpty })
            {
                endSeries(after: item, in: list, &action)
            }
        }
    }
}

extension ItemState {
    /// Returns the rule by which the item comes back after some writes; nil unless it is open and recurs then.
    fileprivate func rule(after writes: [FieldID: [UInt8]]) -> Recurrence? {
        let isAlive = writes[.life].map { $0.isAlive } ?? !isTrashed
        let isOpen = writes[.state].map { $0 == [WorkState.open.rawValue] } ?? (state == .open)
        guard isAlive, isOpen else { return nil }
        return writes[.recurrence].map { Recurrence(String(decoding: $0, as: UTF8.self)) } ?? recurrence
    }
}
