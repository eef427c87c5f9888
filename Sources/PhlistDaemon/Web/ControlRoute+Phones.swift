import PhlistControl

extension ControlRoute {
    /// Whether a phone may request it: what a member does with lists, and nothing about devices, people, the household,
    /// the daemon or its store.
    var isForPhones: Bool {
        switch self {
        case .contract, .status, .events, .overview, .statistics, .reminders, .completions, .members: true
        case .lists, .newList, .changeLists, .copyList, .mergeLists, .clearDone, .purgeLists, .setDefaultList: true
        case .setOwnView, .leaveList, .sharing, .changeSharing, .invitations, .answerInvitation: true
        case .overallView, .setOverallView, .filters, .saveFilter, .renameFilter, .removeFilter: true
        case .sections, .addSections, .changeSections: true
        case .items, .addItems, .changeItems, .moveItems, .mergeItems, .purgeItems: true
        case .photo, .setPhoto, .removePhotos, .makePhoto: true
        case .history, .undo, .redo, .conflicts, .resolve: true
        case .forms, .newForm, .changeForms: true
        case .records, .saveRecord, .changeRecords, .importRecords, .observe: true
        case .exportList, .importLists: true
        case .addMember, .changeMember, .actAsMember: false
        case .devices, .changeDevice, .removeDevice, .phones, .addPhone, .changePhone, .removePhone: false
        case .household, .renameHousehold, .leaveHousehold, .reformHousehold: false
        case .configuration, .changeConfiguration, .backup, .restoreBackup, .doctor, .giveUp: false
        case .health, .metrics: false
        case .peers, .sync, .openPairing, .pairing, .closePairing, .answerPairing, .join: false
        }
    }
}
