import PhlistControl

extension Script {
    static let photos = [Script(name: "photo", scenes: photo)]

    private static var photo: [Scene] { setting + adding + show + drawn + save + removed }

    private static func milk(_ photo: PhotoView?) -> ItemView {
        var milk = ItemView.milk
        (milk.hasPhoto, milk.photo) = (photo != nil, photo)
        return milk
    }

    private static let here = PhotoView(
        size: 214_312,
        type: "jpeg",
        width: 1280,
        height: 960,
        setAt: .now,
        setBy: "anna"
    )

    private static var setting: [Scene] {
        let reply = ChangeItemsReply(changed: [milk(here)], unchanged: [])
        let bare = ChangeItemsReply(changed: [], unchanged: [milk(nil)])
        let scenes =
            Scene.everyForm(["photo", "set", "milk", "-"], .setPhoto, reply)
            + Scene.refused(
                ["photo", "set", "milk", "-"],
                .setPhoto,
                ControlError(.invalid, "the photo is damaged or incomplete; the item is unchanged")
            )
            + [[], ["--plain"], ["--json"]].map {
                Scene(
                    arguments: ["photo", "set", "milk", "-", "--dry-run"] + $0,
                    answers: [.removePhotos: [.reply(bare)]]
                )
            }
        let none = Scene(arguments: ["photo", "set", "milk", "/none/of/these.jpg"])
        return scenes.map { scene in
            var scene = scene
            scene.input = "a picture"
            return scene
        } + [Scene(arguments: ["photo", "set", "milk", "-"]), none]
    }

    private static var show: [Scene] {
        var (away, coming) = (here, here)
        (away.place, away.devices) = (.elsewhere, ["nas\u{1B}"])
        (coming.place, coming.percent, coming.devices) = (.arriving, 40, ["nas"])
        return [here, away, coming].map { photo in
            Scene(arguments: ["show", "milk"], answers: [.items: [.reply(ItemsReply(items: [milk(photo)]))]])
        }
    }

    private static var adding: [Scene] {
        let reply = AddItemsReply(list: .shopping, isNewList: false, added: [milk(here)], existing: [])
        let made = MakePhotoReply(photo: "01d2f0", size: 214_312, width: 1280, height: 960)
        var scene = Scene(
            arguments: ["add", "Shopping", "oat milk", "--photo", "-"],
            answers: [.makePhoto: [.reply(made)], .addItems: [.reply(reply)]]
        )
        scene.input = "a picture"
        var trial = scene
        trial.arguments.append("--dry-run")
        var refused = scene
        refused.answers[.makePhoto] = [.error(.refused(ControlError(.invalid, "the photo is damaged or incomplete")))]
        return [scene, trial, refused, Scene(arguments: ["add", "Shopping", "-", "-p", "-"])]
    }

    /// Where nothing can be drawn.
    private static var drawn: [Scene] {
        var away = here
        (away.place, away.devices) = (.elsewhere, ["nas"])
        let asked = Scene.everyForm(["photo", "show", "milk"], .items, ItemsReply(items: [milk(here)]))
        let none = Scene(
            arguments: ["photo", "show", "milk"],
            answers: [.items: [.reply(ItemsReply(items: [milk(nil)]))]]
        )
        let notYet = ControlError(.tryAgain, "the photo of \"oat milk\" is not here yet; on: nas")
        let answers: [[ControlRoute: [ScriptedDaemon.Answer]]] = [
            [.items: [.reply(ItemsReply(items: [milk(away)]))], .photo: [.error(.refused(notYet))]],
            [
                .items: [.reply(ItemsReply(items: [milk(away)])), .reply(ItemsReply(items: [milk(here)]))],
                .photo: [.reply("the bytes")],
            ],
        ]
        return asked + [none] + answers.map { Scene(arguments: ["photo", "show", "milk"], answers: $0) }
            + [here, away].map { photo in
                Scene(arguments: ["ls"], answers: [.items: [.reply(ItemsReply(items: [milk(photo), .bread]))]])
            }
    }

    private static var save: [Scene] {
        let away = ControlError(
            .tryAgain,
            "the photo of \"oat milk\" is not here yet; on: nas",
            hint: "it comes when that device is on; see phlistctl peers"
        )
        return Scene.everyForm(["photo", "save", "milk", "-"], .photo, "the bytes")
            + [Scene(arguments: ["photo", "save", "milk", "x.jpg", "--dry-run"])]
            + [Scene(arguments: ["photo", "save", "milk", "/dev/null", "--thumbnail"])]
            + Scene.refused(["photo", "save", "milk", "/none/x.jpg", "--thumbnail"], .photo, away)
    }

    private static var removed: [Scene] {
        Scene.everyForm(
            ["photo", "rm", "milk", "bread"],
            .removePhotos,
            ChangeItemsReply(changed: [milk(nil)], unchanged: [.milk])
        )
    }
}
