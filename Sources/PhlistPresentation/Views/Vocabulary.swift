package import PhlistControl
package import PhlistModel
import PhlistSync

extension PhlistControl.ItemState {
    package init(_ state: WorkState) {
        switch state {
        case .open: self = .open
        case .done: self = .done
        case .cancelled: self = .cancelled
        }
    }
}

extension WorkState {
    package init(_ state: PhlistControl.ItemState) {
        switch state {
        case .open: self = .open
        case .done: self = .done
        case .cancelled: self = .cancelled
        }
    }
}

extension PhlistControl.Priority {
    package init(_ priority: PhlistModel.Priority) {
        switch priority {
        case .none: self = .none
        case .low: self = .low
        case .medium: self = .medium
        case .high: self = .high
        }
    }
}

extension PhlistModel.Priority {
    package init(_ priority: PhlistControl.Priority) {
        switch priority {
        case .none: self = .none
        case .low: self = .low
        case .medium: self = .medium
        case .high: self = .high
        }
    }
}

extension ListView.Kind {
    package init(_ kind: ListKind) {
        switch kind {
        case .checklist: self = .checklist
        case .form: self = .form
        }
    }
}

extension ListView.Deletion {
    package init(_ policy: DeletionPolicy) {
        switch policy {
        case .allowed: self = .allowed
        case .cancelOnly: self = .cancelOnly
        }
    }
}

extension DeletionPolicy {
    package init(_ deletion: ListView.Deletion) {
        switch deletion {
        case .allowed: self = .allowed
        case .cancelOnly: self = .cancelOnly
        }
    }
}

extension ListView.View {
    package init(_ view: DefaultView) {
        self.init(sort: ListView.Sort(view.sort), isReversed: view.isReversed, showsDone: view.showsDone)
    }
}

extension ItemSort {
    package init(_ sort: DefaultView.Sort) {
        switch sort {
        case .manual: self = .manual
        case .name: self = .name
        case .due: self = .due
        case .created: self = .created
        case .updated: self = .updated
        case .percent: self = .percent
        case .done: self = .done
        }
    }
}

extension DefaultView.Sort {
    package init(_ sort: ItemSort) {
        switch sort {
        case .manual: self = .manual
        case .name: self = .name
        case .due: self = .due
        case .created: self = .created
        case .updated: self = .updated
        case .percent: self = .percent
        case .done: self = .done
        }
    }
}
