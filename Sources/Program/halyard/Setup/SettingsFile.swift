import Documents
import FeatureFlags
import Files

/// The user's settings file, `config.json`, which can also be edited by hand.
///
/// It is read as JSON5. A write changes only the value that it saves: comments, other settings, keys
/// that this version does not know, and the layout stay.
struct SettingsFile: Sendable {
  /// The path of the file, which need not exist.
  let path: String

  private static let themeKey = "theme"
  /// The maximum size of the file in bytes: 1 MiB.
  static let sizeLimit = 1 << 20

  /// Called with the path and the number of bytes after each write of the file.
  private let onWrite: (@Sendable (String, Int) -> Void)?

  /// Selects the file in the settings folder; nothing is read yet.
  init(_ environment: Environment, onWrite: (@Sendable (String, Int) -> Void)? = nil) {
    path = environment.settingsFolder + "/config.json"
    self.onWrite = onWrite
  }

  /// Reads the saved theme, as a value of `--theme`; `nil` if no theme was saved.
  ///
  /// - Throws: `unreadable`; `malformed` with the line of a syntax error, or of a theme that is not a
  ///   string, so that such a file is not overwritten.
  func theme() throws(WorkspaceError) -> String? {
    try parsed { text throws(DocumentError) in
      guard let text else { return nil }
      return try FieldReader(text).optionalText(Self.themeKey)
    }
  }

  /// Reads all settings; the defaults if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` for a file that is not a JSON5 object; a wrong setting is
  ///   one of the ``Settings/problems``.
  func settings() throws(WorkspaceError) -> Settings { try stored() ?? Settings() }

  /// Reads all settings; `nil` if there is no file.
  ///
  /// - Throws: As ``settings()``.
  func stored() throws(WorkspaceError) -> Settings? {
    try parsed { document throws(DocumentError) in
      guard let document else { return nil }
      return try SettingsReader(document).settings
    }
  }

  /// Saves a theme in one atomic write; a malformed file is not changed.
  ///
  /// - Parameter theme: The theme as a value of `--theme`.
  /// - Throws: `unreadable`, `malformed` or `unwritable`; the file is unchanged.
  func save(theme: String) throws(WorkspaceError) {
    try change { text, settings throws(DocumentError) in
      guard try FieldReader(settings).optionalText(Self.themeKey) != theme else { return }
      text.set(.string(theme), at: [.key(Self.themeKey)])
    }
  }

  /// Applies a change to the text of the file in one atomic write.
  ///
  /// A malformed file is not changed; a missing file is treated as an empty object.
  ///
  /// - Parameter body: Changes the text; the node is the parsed value of the text before the change.
  /// - Throws: `unreadable`, `malformed` or `unwritable`; the file is unchanged.
  func change(
    _ body: (inout JSONText, Node) throws(DocumentError) -> Void
  ) throws(WorkspaceError) {
    let saved: Result<Void, WorkspaceError>
    do throws(SystemError) {
      let folder = FileSystem.parent(of: path)
      try FileSystem.makeFolder(folder)
      saved = try FileSystem.withFileLock(folder + "/.lock") { () throws(SystemError) in
        try replace(body)
      }
    } catch {
      throw WorkspaceError(writing: path, error)
    }
    try saved.get()
  }

  /// Changes the text of the file; the caller holds the lock of the folder.
  private func replace(
    _ body: (inout JSONText, Node) throws(DocumentError) -> Void
  ) throws(SystemError) -> Result<Void, WorkspaceError> {
    let former: [UInt8]
    var text: JSONText
    do throws(WorkspaceError) {
      former = try read() ?? Array("{}\n".utf8)
      text = JSONText(former)
      try mapError(body(&text, try JSONReader.read(former))) { (error: DocumentError) in
        WorkspaceError.malformed(path: path, error)
      }
    } catch {
      return .failure(error)
    }
    guard text.bytes != former else { return .success(()) }
    // Keeps a link, and replaces its target: users often link their settings to a folder of dotfiles.
    try FileSystem.replaceTarget(of: path, with: text.bytes)
    onWrite?(path, text.bytes.count)
    return .success(())
  }

  /// Parses the file and applies a closure to its document, which is `nil` if there is no file.
  private func parsed<Value>(
    _ decode: (Node?) throws(DocumentError) -> Value
  ) throws(WorkspaceError) -> Value {
    let bytes = try read()
    do throws(DocumentError) {
      guard let bytes else { return try decode(nil) }
      return try decode(try JSONReader.read(bytes))
    } catch {
      throw .malformed(path: path, error)
    }
  }

  /// The content of the file; `nil` if there is none.
  private func read() throws(WorkspaceError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.readStored(path, limit: Self.sizeLimit)
    } catch {
      guard error.isMissing else { throw WorkspaceError(reading: path, error) }
      return nil
    }
  }
}

extension SettingsFile {
  /// Adds a persona, or changes the persona of the same name, whose unknown keys are preserved.
  ///
  /// - Throws: `unreadable`, `malformed` or `unwritable`; the file is unchanged.
  func save(_ persona: Persona) throws(WorkspaceError) {
    try change { text, settings throws(DocumentError) in
      let path = [JSONText.Step.key(Setting.personas.name)]
      guard let node = settings[Setting.personas.name], !node.isNull else {
        return text.set(.list([persona.json]), at: path)
      }
      guard let list = node.list else {
        throw node.mismatch(expected: Setting.personas.expected).inside(Setting.personas.name)
      }
      let index = list.lastIndex { $0["name"]?.string == persona.name }
      guard let index else {
        return text.set(persona.json, at: path + [.index(list.count)])
      }
      for (key, value) in persona.fields {
        let former = list[index][key].flatMap { JSONValue($0) }
        // Keeps an empty list of segments ("in no segment"): the user dialog cannot distinguish it from
        // unknown segments.
        if value == nil, key == "segments", former == .list([]) { continue }
        guard value != former else { continue }
        let place = path + [.index(index), .key(key)]
        if let value { text.set(value, at: place) } else { text.remove(at: place) }
      }
    }
  }
}

extension Persona {
  /// The JSON members of the persona without its name; a member that the persona lacks is `nil`.
  fileprivate var fields: [(key: String, value: JSONValue?)] {
    [
      ("key", user.targetingKey.map(JSONValue.string)),
      ("attributes", user.attributes.isEmpty ? nil : AttributeValue.object(user.attributes).json),
      ("segments", user.segments.map { .list($0.sorted().map(JSONValue.string)) }),
    ]
  }

  /// The persona as a JSON object, which ``Persona/init(_:)`` decodes.
  var json: JSONValue {
    .object(
      [("name", .string(name))]
        + fields.compactMap { field in field.value.map { (field.key, $0) } }
    )
  }
}
