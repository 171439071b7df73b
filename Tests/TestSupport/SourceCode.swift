public import Foundation

/// Searches the folder `Sources`, for tests that compare a table with the types of the source code.
public enum SourceCode {
  /// Returns the names of the types that conform to a protocol, directly or through a protocol that
  /// refines it.
  ///
  /// A type that is private to its file is left out.
  ///
  /// - Parameters:
  ///   - name: The name of the protocol.
  ///   - folder: The searched target, or a folder in it; all targets by default.
  /// - Returns: The names without those of outer types.
  /// - Throws: An error if a file cannot be read.
  public static func types(
    conformingTo name: String,
    in folder: String = ""
  ) throws -> Set<String> {
    let texts = try files(in: folder).map { try String(contentsOf: $0, encoding: .utf8) }
    var types: Set<String> = []
    var protocols = [name]
    var searched = 0
    while searched < protocols.count {
      let parent = protocols[searched]
      searched += 1
      for declaration in try declarations(inheriting: parent, in: texts) {
        if declaration.keyword != "protocol" {
          types.insert(declaration.name)
        } else if !protocols.contains(declaration.name) {
          protocols.append(declaration.name)
        }
      }
    }
    return types
  }

  /// Returns the captured text of each match of a regular expression in the files of a folder.
  ///
  /// - Throws: An error if a file cannot be read.
  public static func matches(
    of expression: Regex<(Substring, Substring)>,
    in folder: String = ""
  ) throws -> Set<String> {
    let texts = try files(in: folder).map { try String(contentsOf: $0, encoding: .utf8) }
    // The default word boundaries (Unicode) do not split "arguments.has" at the dot.
    let expression = expression.wordBoundaryKind(.simple)
    return Set(texts.flatMap { $0.matches(of: expression).map { String($0.output.1) } })
  }

  /// Returns the files that contain a match of a regular expression, by their paths in their targets, such as
  /// `Networking/HTTPRevision.swift`.
  ///
  /// - Throws: An error if a file cannot be read.
  public static func files(containing expression: some RegexComponent) throws -> Set<String> {
    var found: Set<String> = []
    for target in folders.keys {
      let folder = location(target)
      for file in try files(in: target) {
        guard try String(contentsOf: file, encoding: .utf8).contains(expression) else { continue }
        found.insert("\(target)/\(file.path.dropFirst(folder.path.count + 1))")
      }
    }
    return found
  }

  /// Returns the text of the file with a name; `nil` if no target has one.
  ///
  /// - Throws: An error if a folder or the file cannot be read.
  public static func text(ofFile name: String) throws -> String? {
    try files(in: "").first { $0.lastPathComponent == name }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// Returns the location of a path that begins with the name of a target, such as `Dashboard/Panes`.
  public static func location(_ path: String) -> URL {
    let target = String(path.prefix { $0 != "/" })
    return root.appending(path: (folders[target] ?? target) + path.dropFirst(target.count))
  }

  /// The folder of each target of `Sources`, relative to the repository, by the target's name.
  public static let folders: [String: String] = {
    let manifest = root.appending(path: "Package.swift")
    let placed = /name: "([\w-]+)",[^()]*?path: "(Sources\/[^"]+)"/
    // Drops the errors: without the manifest or a folder, the tests that need a target fail.
    let text = (try? String(contentsOf: manifest, encoding: .utf8)) ?? ""
    let sources = root.appending(path: "Sources").path
    func folders(in path: String) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(sources)/\(path)")) ?? []
      return names.filter { !$0.contains(".") }
    }
    let groups = folders(in: "").filter { $0 != "Systems" }
    let others = groups.flatMap { group in
      folders(in: group).map { ($0, "Sources/\(group)/\($0)") }
    }
    let moved = text.matches(of: placed).map { (String($0.1), String($0.2)) }
    return Dictionary(others + moved) { $1 }
  }()

  private static let root = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL

  /// The keyword and the name of a declaration.
  private typealias Declaration = (keyword: Substring, name: String)

  private static func declarations(
    inheriting name: String,
    in texts: [String]
  ) throws -> [Declaration] {
    let expression = try Regex<(Substring, Substring, Substring)>(
      "(?m)^ *(?:(?:public|package|final|indirect) )*"
        + "(struct|enum|class|actor|extension|protocol) ([\\w.]+)"
        + "(?:<[^>{]*>)?: [^{]*\\b\(name)\\b[^{]*\\{"
    ).wordBoundaryKind(.simple)
    // The text search skips most files, because the regular expression is slow.
    return texts.filter { $0.contains(name) }.flatMap { text in
      text.matches(of: expression).map { ($0.output.1, String($0.output.2)) }
    }
  }

  /// The Swift files of a path as for ``location(_:)``; those of all targets for an empty path.
  private static func files(in path: String) throws -> [URL] {
    try (path.isEmpty ? folders.keys.sorted() : [path]).flatMap { path in
      let folder = location(path)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
    }
  }
}
