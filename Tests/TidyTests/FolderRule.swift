/// A folder of sources holds no more files than a reader surveys at a glance.
enum FolderRule {
    static func findings(in files: [SourceFile]) -> [String] {
        Dictionary(grouping: files, by: folder).filter { $0.value.count > Limits.folderFilesMax }
            .map { "\($0.key): \($0.value.count) files; \(Limits.folderFilesMax) fit: make folders by topic" }
            .sorted()
    }

    private static func folder(of file: SourceFile) -> String {
        file.path.split(separator: "/").dropLast().joined(separator: "/")
    }
}
