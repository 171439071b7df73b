package import Documents
package import FeatureFlags

/// Reads several files of a flag system, and merges them into one document.
///
/// The name of the source is a prefix that selects the system, and the paths with commas between them.
package struct MergedFiles: LocalSource {
  package let prefix: String
  package let paths: [String]
  private let merge: Merge

  /// Merges the contents of files, which are in the order of the paths.
  ///
  /// An error is about the file that is merged at that time; `add` merges one file into the members of
  /// the document.
  package typealias Merge =
    @Sendable (_ document: inout MergedDocument, _ bytes: [UInt8], _ file: String)
    throws(DocumentError) -> Void

  /// Creates a source; the files are only opened when the source is read.
  package init(_ prefix: String, paths: [String], merge: @escaping Merge) {
    (self.prefix, self.paths, self.merge) = (prefix, paths, merge)
  }

  /// The prefix and the paths; secrets are removed, in case a path is a mistyped URL.
  package var name: String {
    prefix + paths.map { FileSource(path: $0).name }.joined(separator: ",")
  }

  /// Reads and merges all files; like ``readNow()``, the call blocks on the disk.
  ///
  /// - Throws: `missing`, `folder`, `unreadable` or `invalid`, with the name of the file.
  package func read() async throws(SourceError) -> [UInt8] { try readNow() }

  /// Reads and merges all files synchronously, on the calling thread.
  ///
  /// - Throws: `missing`, `folder`, `unreadable` or `invalid`, with the name of the file.
  package func readNow() throws(SourceError) -> [UInt8] {
    var document = MergedDocument()
    for file in paths.map({ FileSource(path: $0) }) {
      let bytes = try file.readNow()
      do throws(DocumentError) { try merge(&document, bytes, file.name) } catch {
        throw .invalid(file.name, .document(error))
      }
    }
    return Array(document.json.text().utf8)
  }
}

/// The members of a document that is merged from several files.
package struct MergedDocument {
  /// The members of each list of the document, by the name of the list.
  private var lists: [(name: String, members: [(key: String, value: JSONValue)])] = []
  /// The position of each member in its list.
  private var positions: [String: [String: Int]] = [:]
  /// The name of the file that has each member, by an identifier that the flag system chooses.
  package var owners: [String: String] = [:]

  package init() {}

  /// Adds a member to a list; one with the same key is replaced, and keeps its position.
  ///
  /// - Throws: An error for a value that JSON does not have.
  package mutating func add(
    _ key: String,
    _ node: Node,
    to list: String
  ) throws(DocumentError) {
    guard let value = JSONValue(node) else {
      throw node.mismatch(expected: "a value of JSON").inside("\(list).\(key.excerpt)")
    }
    add(key, value, to: list)
  }

  /// Adds a member to a list; one with the same key is replaced, and keeps its position.
  package mutating func add(_ key: String, _ value: JSONValue, to list: String) {
    let index = position(of: list)
    if let position = positions[list]?[key] {
      lists[index].members[position].value = value
    } else {
      positions[list, default: [:]][key] = lists[index].members.count
      lists[index].members.append((key, value))
    }
  }

  /// Returns the position of a list, which is added if it is missing.
  package mutating func position(of list: String) -> Int {
    if let index = lists.firstIndex(where: { $0.name == list }) { return index }
    lists.append((list, []))
    return lists.count - 1
  }

  /// The document; the members of the list without a name are its own.
  package var json: JSONValue {
    let own = lists.first { $0.name.isEmpty }?.members ?? []
    return .object(own + lists.filter { !$0.name.isEmpty }.map { ($0.name, .object($0.members)) })
  }
}

extension SourceKind {
  /// Creates the kind for several files of a flag system, which are read again when one of them changes.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the name, with a colon at its end.
  ///   - meaning: The description of the source.
  ///   - format: The name of the format.
  ///   - merge: Returns the function that merges the files.
  /// - Returns: The kind.
  package static func files(
    _ prefix: String,
    _ meaning: String,
    format: String,
    merge: @escaping @Sendable (SystemSettings) -> MergedFiles.Merge
  ) -> SourceKind {
    let form = prefix + "FILE,FILE"
    return SourceKind(
      form: form,
      meaning: meaning,
      format: format,
      matches: { $0.hasPrefix(prefix) }
    ) { name, request throws(SourceNameError) in
      let paths = name.dropFirst(prefix.count).split(separator: ",").map(String.init)
      guard let first = paths.first else {
        throw .usage("the source is \"\(name)\", expected \(form)")
      }
      let absolute = paths.map(request.resolved)
      let merge = merge(request.settings)
      return LocatedSource(
        MergedFiles(prefix, paths: paths, merge: merge),
        .file,
        MergedFiles(prefix, paths: absolute, merge: merge).name,
        workspace: LocatedSource.workspaceName(
          of: absolute.joined(separator: ","),
          readable: FileSource(path: first).name
        )
      )
    }
  }
}

extension ConfigurationFormat {
  /// Returns the format without line numbers in problems if the source merges several files, whose names
  /// begin with a prefix.
  package func withoutLines(ifMerged prefix: String, _ settings: SystemSettings)
    -> ConfigurationFormat
  {
    guard settings.sourceName?.hasPrefix(prefix) == true else { return self }
    return ConfigurationFormat(name: name, recognises: recognises) {
      bytes throws(ConfigurationError) in
      let merged = try parse(bytes)
      let problems = merged.problems.map {
        Problem(severity: $0.severity, line: nil, feature: $0.feature, fact: $0.fact)
      }
      var configuration = Configuration(features: merged.features, problems: problems)
      configuration.evaluator = merged.evaluator
      return configuration
    }
  }
}
