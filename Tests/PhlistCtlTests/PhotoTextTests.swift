import Testing

@testable import phlistctl

/// Words about photos.
struct PhotoTextTests {
    @Test(arguments: ["x.png", "/tmp/cow.jpg/x.PNG", "x.jpg.webp", ".heic"])
    func `a file that is called after another format is named`(file: String) {
        #expect(PhotoText.otherFormat(file).map(\.string) == ["\(file) holds a JPEG picture"])
    }

    @Test(arguments: ["x.jpg", "x.JPEG", "x", "x.", "", "/", "cow.png/x", "x.2026"])
    func `a file that is not called after another format is fine`(file: String) {
        #expect(PhotoText.otherFormat(file).isEmpty)
    }
}
