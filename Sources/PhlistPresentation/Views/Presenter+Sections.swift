package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Replies about sections.
extension Presenter {
    package func sections(_ query: SectionsQuery, for caller: Principal) throws(ControlError) -> SectionsReply {
        SectionsReply(sections: views(ofSectionsIn: try list(named: query.list, for: caller)))
    }

    package func addedSections(_ performed: Performed) -> SectionsReply {
        SectionsReply(sections: sections(performed.outcome.changed, performed))
    }

    package func changedSections(_ performed: Performed) -> ChangeSectionsReply {
        ChangeSectionsReply(
            changed: sections(performed.outcome.changed, performed),
            unchanged: sections(performed.outcome.unchanged, performed)
        )
    }

    /// Returns the reply for removed sections, which are shown as they were before.
    package func removedSections(_ performed: Performed, shownAs before: [SectionView]) -> ChangeSectionsReply {
        ChangeSectionsReply(
            changed: performed.outcome.changed.compactMap { reference in
                before.first { $0.id == reference.entity.description }
            },
            unchanged: sections(performed.outcome.unchanged, performed)
        )
    }

    /// Returns the sections of all lists that the caller sees.
    package func allSections(for caller: Principal) -> [SectionView] {
        library.lists(for: caller).flatMap { views(ofSectionsIn: $0) }
    }

    private func sections(_ references: [EntityReference], _ performed: Performed) -> [SectionView] {
        references.compactMap { reference in
            library.list(reference.scope, with: performed.preview[reference.scope])
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
