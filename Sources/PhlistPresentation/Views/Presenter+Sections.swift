package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Replies about sections.
extension Presenter {
    package func sections(_ query: SectionsQuery, for caller: Principal) throws(ControlError) -> SectionsReply {
        SectionsReply(sections: views(ofSectionsIn: try list(named: query.list, for: caller)))
    }

    package func addedSections(_ done: Done) -> SectionsReply {
        SectionsReply(sections: sections(done.outcome.changed, done))
    }

    package func changedSections(_ done: Done) -> ChangeSectionsReply {
        ChangeSectionsReply(
            changed: sections(done.outcome.changed, done),
            unchanged: sections(done.outcome.unchanged, done)
        )
    }

    /// Returns the reply for removed sections, which are shown as they were before.
    package func removedSections(_ done: Done, shownAs before: [SectionView]) -> ChangeSectionsReply {
        ChangeSectionsReply(
            changed: done.outcome.changed.compactMap { reference in
                before.first { $0.id == reference.entity.description }
            },
            unchanged: sections(done.outcome.unchanged, done)
        )
    }

    /// Returns the sections of all lists that the caller sees.
    package func allSections(for caller: Principal) -> [SectionView] {
        library.lists(for: caller).flatMap { views(ofSectionsIn: $0) }
    }

    private func sections(_ references: [EntityReference], _ done: Done) -> [SectionView] {
        references.compactMap { reference in
            library.list(reference.scope, with: done.preview[reference.scope])
                .flatMap { views(ofSectionsIn: $0).first { $0.id == reference.entity.description } }
        }
    }

    private func views(ofSectionsIn list: ListState) -> [SectionView] {
        guard !list.sections.isEmpty else { return [] }
        return list.outline.compactMap { part in
            part.section.map { section in
                SectionView(
                    id: section.entity.description,
                    name: section.name,
                    listID: list.scope.description,
                    listTitle: list.title,
                    openCount: part.items.count { $0.item.state == .open }
                )
            }
        }
    }
}
