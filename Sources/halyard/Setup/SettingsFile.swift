import Documents
import FeatureFlags
import Files

/// The user's settings file, `config.json`, which can also be edited by hand.
///
/// It is read as JSON5. A write preserves keys that this version does not know, but not comments.
struct SettingsFile: Sendable {
  /// The path of the file, which need not exist.
  let path: String

  private static let themeKey = "theme"
  /// The largest size of the file in bytes: 1 MiB.
  static let sizeLimit = 1 << 20

  /// Called with the path and the number of bytes after a write.
  private let onWrite: (@Sendable (String, Int) -> Void)?

  /// Selects the file in the settings folder; nothing is read yet.
  init(_ environment: Environment, onWrite: (@Sendable (String, Int) -> Void)? = nil) {
    path = environment.settingsFolder + "/config.json"
    self.onWrite = onWrite
  }

  /// Reads the saved theme, as a value of `--theme`; `nil` if no theme was saved.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the error, also for a theme that is not
  ///   a text, which must not be overwritten.
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
    let saved: Result<Void, WorkspaceError>
    do throws(SystemError) {
      let folder = FileSystem.parent(of: path)
      try FileSystem.makeFolder(folder)
      saved = try FileSystem.withLock(folder + "/.lock") { () throws(SystemError) in
        try replace(theme: theme)
      }
    } catch {
      throw WorkspaceError(writing: path, error)
    }
    try saved.get()
  }

  /// Replaces the theme in the file; the caller holds the lock of the folder.
  private func replace(theme: String) throws(SystemError) -> Result<Void, WorkspaceError> {
    var members: [(key: String, value: JSONValue)]
    do throws(WorkspaceError) {
      guard try self.theme() != theme else { return .success(()) }
      members = try self.members()
    } catch {
      return .failure(error)
    }
    if let index = members.lastIndex(where: { $0.key == Self.themeKey }) {
      members[index].value = .string(theme)
    } else {
      members.append((Self.themeKey, .string(theme)))
    }
    let text = JSONValue.object(members).text(isPretty: true) + "\n"
    // Replaces the target of a symbolic link and not the link itself: users often link their
    // settings.
    try FileSystem.replace(SourceLocation.resolved(path), with: Array(text.utf8))
    onWrite?(path, text.utf8.count)
    return .success(())
  }

  /// The keys and values of the file, in their order.
  private func members() throws(WorkspaceError) -> [(key: String, value: JSONValue)] {
    try parsed { document throws(DocumentError) in
      var members: [(key: String, value: JSONValue)] = []
      for member in document?.members ?? [] {
        guard let value = JSONValue(member.node) else {
          throw member.node.mismatch(expected: "a value that JSON can store").inside(member.key)
        }
        members.append((member.key, value))
      }
      return members
    }
  }

  /// Parses the file and applies a closure to its document, which is `nil` if there is no file.
  private func parsed<Value>(
    _ read: (Node?) throws(DocumentError) -> Value
  ) throws(WorkspaceError) -> Value {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path, limit: Self.sizeLimit)
    } catch {
      guard error.isMissing else { throw WorkspaceError(reading: path, error) }
      bytes = nil
    }
    do throws(DocumentError) {
      guard let bytes else { return try read(nil) }
      return try read(try JSONReader.read(bytes))
    } catch {
      throw .malformed(path: path, error)
    }
  }
}
