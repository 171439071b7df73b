import Foundation

/// A page of the documentation in Markdown.
struct DocumentationPage {
  /// The path relative to the root of the repository, such as `docs/team.md`.
  let path: String
  let text: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Reads a page.
  ///
  /// - Throws: An error if the file cannot be read.
  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The pages in `docs` and its folders, ordered by path.
  static func docs() throws -> [DocumentationPage] {
    try ["docs", "docs/reference", "docs/systems"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
        .filter { $0.hasSuffix(".md") }.sorted().map { try DocumentationPage(folder + "/" + $0) }
    }
  }

  /// The README and the pages of `docs`, and those for contributors.
  static func all() throws -> [DocumentationPage] {
    let pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
    return try pages.map(DocumentationPage.init) + docs()
  }

  /// Replaces the text of the page on disk.
  func write(_ text: String) throws {
    try Data(text.utf8).write(to: Self.root.appending(path: path))
  }

  /// The lines outside of code blocks.
  var lines: [Substring] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let isFence = line.hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }
  }

  /// The paragraphs of the page, with headings, lists and code blocks as such.
  var paragraphs: [String] {
    text.split(separator: "\n\n").map { $0.trimmingCharacters(in: .newlines) }
  }
}

// MARK: Tables

extension DocumentationPage {
  /// The rows of each table without the header row, each as a list of cells.
  var tables: [[[String]]] { Self.tables(in: lines) }

  static func tables(in lines: [Substring]) -> [[[String]]] {
    lines.split { !$0.hasPrefix("|") }.map { $0.dropFirst(2).map(cells) }
  }

  private static func cells(of row: Substring) -> [String] {
    row.dropFirst().dropLast().split(separator: " | ")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

// MARK: Links

extension DocumentationPage {
  /// The targets of the links and pictures.
  var links: [String] {
    lines.flatMap { line in
      line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
    }
  }

  /// The fragments of URLs that select the headings.
  private var fragments: Set<String> {
    Set(
      lines.filter { $0.hasPrefix("#") }.map { heading in
        let title = heading.drop { $0 == "#" || $0 == " " }.lowercased()
        return title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      }
    )
  }

  /// The path, from the folder of the project, of the file or folder to which a link leads; `nil` if the link
  /// leads to another site.
  func target(of link: String) -> String? {
    guard !link.contains("://") else { return nil }
    let target = link.prefix { $0 != "#" }
    guard !target.isEmpty else { return path }
    let folder = Self.root.appending(path: path).deletingLastPathComponent()
    let url = folder.appending(path: String(target)).standardized
    return String(url.path.dropFirst(Self.root.standardized.path.count + 1))
  }

  /// Whether the file, the folder or the heading to which a link leads exists.
  func resolves(_ link: String) throws -> Bool {
    guard let target = target(of: link) else { return true }
    let file = Self.root.appending(path: target).path
    guard FileManager.default.fileExists(atPath: file) else { return false }
    guard let start = link.firstIndex(of: "#") else { return true }
    return try DocumentationPage(target).fragments.contains(String(link[start...].dropFirst()))
  }
}
