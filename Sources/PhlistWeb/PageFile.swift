import Crypto
import PhlistModel

/// A file of the page for phones, which is part of the program.
package struct PageFile: Sendable {
    /// Its path on the server.
    package let path: String
    package let mediaType: String
    package let bytes: [UInt8]
    /// The same, compressed; nil where that saves nothing.
    package let compressed: [UInt8]?
    /// The strong entity tag of the bytes, in quotes, and that of the compressed ones.
    package let tag: String
    package let compressedTag: String

    init(_ path: String, _ mediaType: String, _ bytes: [UInt8]) {
        (self.path, self.mediaType, self.bytes) = (path, mediaType, bytes)
        let compressed = Gzip.compress(bytes)
        self.compressed = compressed.count < bytes.count ? compressed : nil
        let hash = Hexadecimal.text(of: Array(SHA256.hash(data: bytes).prefix(12)))
        (tag, compressedTag) = ("\"\(hash)\"", "\"\(hash)-gzip\"")
    }

    /// All files, by their paths.
    package static let all: [String: PageFile] = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })

    private static let files =
        scripts + [
            PageFile("/", "text/html; charset=utf-8", PackageResources.index_html),
            PageFile("/app.css", "text/css; charset=utf-8", PackageResources.app_css),
            PageFile("/manifest.webmanifest", "application/manifest+json", PackageResources.manifest_webmanifest),
            PageFile("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
            PageFile("/icon-192.png", "image/png", PackageResources.icon_192_png),
            PageFile("/icon-512.png", "image/png", PackageResources.icon_512_png),
            PageFile("/apple-touch-icon.png", "image/png", PackageResources.apple_touch_icon_png),
        ]

    private static let scripts = [
        script("actions", PackageResources.actions_js),
        script("addbar", PackageResources.addbar_js),
        script("api", PackageResources.api_js),
        script("arrange", PackageResources.arrange_js),
        script("changes", PackageResources.changes_js),
        script("conflicts", PackageResources.conflicts_js),
        script("database", PackageResources.database_js),
        script("dates", PackageResources.dates_js),
        script("dom", PackageResources.dom_js),
        script("drafts", PackageResources.drafts_js),
        script("enter", PackageResources.enter_js),
        script("fields", PackageResources.fields_js),
        script("help", PackageResources.help_js),
        script("history", PackageResources.history_js),
        script("home", PackageResources.home_js),
        script("item", PackageResources.item_js),
        script("itemfields", PackageResources.itemfields_js),
        script("list", PackageResources.list_js),
        script("live", PackageResources.live_js),
        script("main", PackageResources.main_js),
        script("outbox", PackageResources.outbox_js),
        script("overview", PackageResources.overview_js),
        script("page", PackageResources.page_js),
        script("persist", PackageResources.persist_js),
        script("phone", PackageResources.phone_js),
        script("photo", PackageResources.photo_js),
        script("quick", PackageResources.quick_js),
        script("quickdates", PackageResources.quickdates_js),
        script("record", PackageResources.record_js),
        script("records", PackageResources.records_js),
        script("reminders", PackageResources.reminders_js),
        script("reorder", PackageResources.reorder_js),
        script("router", PackageResources.router_js),
        script("row", PackageResources.row_js),
        script("rules", PackageResources.rules_js),
        script("search", PackageResources.search_js),
        script("session", PackageResources.session_js),
        script("settings", PackageResources.settings_js),
        script("shop", PackageResources.shop_js),
        script("status", PackageResources.status_js),
        script("store", PackageResources.store_js),
        script("sw", PackageResources.sw_js),
        script("sync", PackageResources.sync_js),
        script("toast", PackageResources.toast_js),
        script("trash", PackageResources.trash_js),
        script("waiting", PackageResources.waiting_js),
        script("worker", PackageResources.worker_js),
    ]

    private static func script(_ name: String, _ bytes: [UInt8]) -> PageFile {
        PageFile("/\(name).js", "text/javascript; charset=utf-8", bytes)
    }
}
