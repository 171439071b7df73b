import Documents
import FeatureFlags
import Files

/// The default user of the running servers of a workspace, which `halyard user set` replaces by a file.
///
/// Each server has a locked file in a folder beside it, so that the command knows how many servers run. The
/// file with the user exists only while a server runs.
struct ServedUser: Sendable {
  private let file: WorkspaceFile
  private let folder: String

  init(_ workspace: Workspace) {
    file = workspace.file(workspace.stateFolder + "/user.json")
    folder = workspace.stateFolder + "/.servers"
  }

  /// The number of servers that follow the user.
  var serverCount: Int { LockedFile.count(in: folder) }

  /// Replaces the default user of the running servers.
  ///
  /// - Throws: `unwritable` or `locked`; no server is notified.
  func set(_ user: EvaluationContext) throws(WorkspaceError) {
    let text = Persona(name: "default", user: user).json.text() + "\n"
    try file.update { () throws(WorkspaceError) in ((), Array(text.utf8)) }
  }

  /// Follows the user until the result is released.
  ///
  /// - Parameter onChange: Receives each new user, or the reason why the file cannot be read, on the thread
  ///   of the watch.
  /// - Returns: The watch, which the server releases at its end.
  /// - Throws: The system error if the folder cannot be written.
  func follow(
    _ onChange: @escaping @Sendable (Result<EvaluationContext, WorkspaceError>) -> Void
  ) throws(SystemError) -> Following {
    let lock = try LockedFile(in: folder)
    // Drops the error: a file that a killed server has left is only reported after its next change.
    try? file.remove()
    let watch = FileWatch(path: file.path) { [file] in
      do throws(WorkspaceError) {
        let persona = try file.read { bytes throws(DocumentError) in
          try Persona(JSONReader.read(bytes))
        }
        if let persona { onChange(.success(persona.user)) }
      } catch {
        onChange(.failure(error))
      }
    }
    return Following(file: file, lock: lock, watch: watch)
  }

  /// A server that follows the default user.
  final class Following: Sendable {
    private let file: WorkspaceFile
    private let lock: LockedFile
    private let watch: FileWatch?

    fileprivate init(file: WorkspaceFile, lock: LockedFile, watch: FileWatch?) {
      (self.file, self.lock, self.watch) = (file, lock, watch)
    }

    deinit {
      // Drops the error: the next server removes the file.
      try? file.remove()
    }
  }
}

extension ServeJournal {
  /// Follows the default user that other programs set, and prints each one; `nil` for a server that uses no
  /// workspace or only reads it.
  func followUser() -> ServedUser.Following? {
    guard let workspace = setup.store.workspace, !setup.isReadOnly else { return nil }
    do throws(SystemError) {
      return try ServedUser(workspace).follow { [setup] result in
        do {
          let user = try result.get()
          // The watch can report a change more than once.
          guard user != setup.store.context else { return }
          try setup.session.setContext(user)
          report(user)
        } catch {
          console.warn("the default user: \(error)")
        }
      }
    } catch {
      console.warn("'halyard user set' cannot reach this server: \(error.reason)")
      return nil
    }
  }

  private func report(_ user: EvaluationContext) {
    guard isJSON else { return console.say("The default user is \(user.name) now") }
    console.write(event: "user", [("user", .text(user.targetingKey))])
  }
}

extension EvaluationContext {
  /// The key of the user, in words for a user without a key.
  var name: String { targetingKey ?? "a user without a key" }
}
