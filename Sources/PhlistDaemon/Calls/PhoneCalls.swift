import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistWeb

/// The calls about phones: the owner's about all of them, those of others about their own.
struct PhoneCalls {
    let host: ReplicaHost
    let web: WebDesk

    func register(in table: inout ControlTable) {
        table.on(PhonesQuery.self, phones)
        table.on(AddPhoneRequest.self, add)
        table.on(ChangePhoneRequest.self, change)
        table.on(RemovePhoneRequest.self, remove)
    }

    func phones(_ query: PhonesQuery, _ asker: Asker) async throws(ControlError) -> PhonesReply {
        await web.state.settle()
        let phones = await phones(of: asker)
        return PhonesReply(phones: await views(of: phones), page: web.state.page)
    }

    func add(_ request: AddPhoneRequest, _ asker: Asker) async throws(ControlError) -> AddPhoneReply {
        let member = try await member(named: request.member, asker)
        await web.state.settle()
        let page = web.state.page
        try Self.checkIsServed(page, for: asker)
        var reply = AddPhoneReply(member: request.member, page: page)
        reply.member = await host.present { $0.name(of: member) }
        reply.sharedDevice = try await shareDevice(with: member, asker)
        guard !asker.options.isDryRun else { return reply }
        let (code, expiresAt) = try await web.phones.openCode(for: member)
        (reply.code, reply.expiresAt) = ("\(code)", expiresAt)
        reply.link = page.addresses.first.map { "\($0)#enter=\(code.compact)" }
        return reply
    }

    /// Lists a member for this device where it is alone in its household, so that what they do on their phone is
    /// theirs; returns the name of the device if they were not listed.
    private func shareDevice(with member: MemberID, _ asker: Asker) async throws(ControlError) -> String? {
        guard asker.principal.isOwner else { return nil }
        let (device, isVisitor) = await host.present { ($0.library.device, $0.library.isVisitor(member)) }
        guard isVisitor else { return nil }
        var asker = asker
        // A repeated request opens another code, and finds the device shared.
        asker.options.request = nil
        let share = UserCommand.devices(.share(device.description, with: [member.description]))
        return try await host.perform(share, asker) { presenter, _ in presenter.library.deviceName(device) }
    }

    private static func checkIsServed(_ page: PageView, for asker: Asker) throws(ControlError) {
        switch page.state {
        case .on: return
        case .off:
            let command = asker.principal.isOwner ? "phlistctl phone on" : "sudo phlistctl phone on"
            throw ControlError(.unavailable, "the page for phones is off", hint: "switch it on: \(command)")
        case .failed:
            throw ControlError(.unavailable, page.problem ?? "the page for phones is not served")
        }
    }

    func change(_ request: ChangePhoneRequest, _ asker: Asker) async throws(ControlError) -> PhoneReply {
        let phone = try await phone(named: request.phone, asker)
        guard phone.name != request.name else { return PhoneReply(phone: await view(of: phone), isChanged: false) }
        guard !asker.options.isDryRun else {
            var view = await view(of: phone)
            view.name = try PhoneBook.checkedName(request.name)
            return PhoneReply(phone: view, isChanged: true)
        }
        let changed = try await web.phones.rename(phone, to: request.name)
        return PhoneReply(phone: await view(of: changed), isChanged: true)
    }

    func remove(_ request: RemovePhoneRequest, _ asker: Asker) async throws(ControlError) -> PhoneReply {
        let phone = try await phone(named: request.phone, asker)
        let view = await view(of: phone)
        if !asker.options.isDryRun { try await web.phones.remove(phone) }
        return PhoneReply(phone: view, isChanged: true)
    }

    // MARK: Who may

    /// Returns the member for whom a phone is to be added: anybody for the owner, themselves for others.
    private func member(named name: String, _ asker: Asker) async throws(ControlError) -> MemberID {
        try await host.present { presenter throws(ControlError) in
            let library = presenter.library
            do throws(CommandError) {
                let member = try library.member(named: name)
                guard asker.principal.isOwner || library.member(of: asker.principal) == member else {
                    throw .login(.mayNotActAs(name))
                }
                // What the phone would meet with each request is said now.
                return try library.actingMember(of: Principal(phone: 0, name: name, of: member)) ?? member
            } catch .login(.mayNotActAs) {
                throw ControlError(
                    .notPermitted,
                    "only \(name), or root, can let in a phone of \(name)",
                    hint: "try: sudo phlistctl phone add \(name.asArgument)"
                )
            } catch {
                throw presenter.refusalToAct(error) ?? presenter.explain(error)
            }
        }
    }

    private func phones(of asker: Asker) async -> [Phone] {
        let all = await web.phones.phones
        guard !asker.principal.isOwner else { return all }
        let member = await host.present { $0.library.member(of: asker.principal) }
        return all.filter { member != nil && MemberID(of: $0) == member }
    }

    private func phone(named name: String, _ asker: Asker) async throws(ControlError) -> Phone {
        let phones = await phones(of: asker)
        if let phone = phones.first(where: { $0.id == name || $0.name == name }) { return phone }
        let similar = phones.filter { $0.name.lowercased() == name.lowercased() }
        if similar.count == 1 { return similar[0] }
        throw ControlError(.notFound, "no phone \"\(name)\"", hint: "see all with: phlistctl phone ls")
    }

    private func view(of phone: Phone) async -> PhoneView {
        await views(of: [phone])[0]
    }

    private func views(of phones: [Phone]) async -> [PhoneView] {
        let members = await host.present { presenter in phones.map { presenter.memberName(of: $0) } }
        return zip(phones, members).map { phone, member in
            PhoneView(
                id: phone.id,
                name: phone.name,
                member: member,
                addedAt: phone.addedAt,
                seenAt: phone.seenAt,
                isConnected: web.phones.connections.isConnected(phone.id)
            )
        }
    }
}

extension Presenter {
    /// Returns the name of a phone's member; nil for one who is not in the household.
    func memberName(of phone: Phone) -> String? {
        guard let id = MemberID(of: phone), let member = library.household?.member(id), !member.isRemoved else {
            return nil
        }
        return member.name
    }
}
