import Dashboard
import FeatureFlags
import Files
import Glibc
import Text

/// Whether the folders of the workspace, the cache and the settings can be written, and what the workspace
/// contains.
struct WorkspaceFacts: Sendable {
  /// A folder that the program writes to, and the reason why it cannot.
  struct Folder: Sendable {
    let path: String
    let error: SystemError?
    /// The other user to whom the folder, or its nearest parent that exists, belongs; `nil` for this user.
    let owner: (name: String, folder: String)?
  }

  /// The folders of the workspace, the cache and the settings; those of all workspaces and caches if the
  /// source cannot be used.
  let folders: [Folder]
  /// The number of bytes that can be written to the folder of the workspace; `nil` if it is unknown.
  let freeBytes: Int?
  /// The number of overrides, or the reason why they cannot be read; `nil` if the source cannot be used.
  let overrides: Result<Int?, WorkspaceError>
  let isReadOnly: Bool

  /// Examines the workspace that the options select; with `--read-only`, no file is written.
  init(_ subject: DoctorSubject) {
    isReadOnly = subject.source.isReadOnly
    let environment = subject.program.environment
    // Drops the error: the check of the source reports a malformed name.
    let workspace = (try? subject.setup())?.workspace
    let paths = [
      workspace?.stateFolder ?? environment.stateRoot,
      workspace?.cacheFolder ?? environment.cacheRoot,
      environment.settingsFolder,
    ]
    folders = paths.map { [isReadOnly] path in
      do throws(SystemError) {
        try FileSystem.probe(path, isWriting: !isReadOnly)
        return Folder(path: path, error: nil, owner: nil)
      } catch {
        return Folder(path: path, error: error, owner: FileSystem.otherOwner(of: path))
      }
    }
    freeBytes = FileSystem.freeBytes(in: paths[0])
    overrides = Result { () throws(WorkspaceError) in try workspace?.overrides().count }
  }

  /// The number of free bytes below which the page warns.
  private static let lowSpace = 10_000_000

  var findings: [DoctorFinding] {
    let broken = unwritable
    guard broken.isEmpty else { return broken }
    switch overrides {
    case .success(let count): return [finding(overrideCount: count)]
    case .failure(let error): return [.failure(error)]
    }
  }

  /// The finding for folders that can be written.
  private func finding(overrideCount: Int?) -> DoctorFinding {
    let path = folders.first?.path ?? ""
    let count = overrideCount.map { ", \(Number.count($0, "override"))" } ?? ""
    let text = "\(path): writable\(count)"
    guard let freeBytes else { return .ok(text) }
    guard freeBytes >= Self.lowSpace else {
      return .warning(
        "\(text), only \(Number.bytes(freeBytes)) free",
        remedy: "free space on the file system: df -h \(CommandText.quoted(path))"
      )
    }
    return .ok("\(text), \(Number.bytes(freeBytes)) free")
  }

  /// One finding for each reason why folders cannot be written.
  private var unwritable: [DoctorFinding] {
    var groups: [(error: SystemError, folders: [Folder])] = []
    for folder in folders {
      guard let error = folder.error else { continue }
      if let index = groups.firstIndex(where: { $0.error == error }) {
        groups[index].folders.append(folder)
      } else {
        groups.append((error, [folder]))
      }
    }
    return groups.map { finding(of: $0.error, $0.folders) }
  }

  private func finding(of error: SystemError, _ folders: [Folder]) -> DoctorFinding {
    let paths = folders.map(\.path).joined(separator: ", ")
    let owner = folders.lazy.compactMap(\.owner).first
    let text =
      "\(paths): cannot be written: \(error.reason)"
      + (owner.map { "; \($0.folder) belongs to \($0.name)" } ?? "")
    guard !isReadOnly else { return .ok("\(text); --read-only writes nothing") }
    return .failure(text, remedy: remedy(error, owner, folders), exitCode: ExitCode.unwritableFile)
  }

  private func remedy(
    _ error: SystemError,
    _ owner: (name: String, folder: String)?,
    _ folders: [Folder]
  ) -> String {
    if error == .number(ENOSPC) || error == .number(EDQUOT) {
      let paths = folders.map { CommandText.quoted($0.path) }.joined(separator: " ")
      return "free space on the file system: df -h \(paths)"
    }
    let other = "export HALYARD_HOME=FOLDER, a folder that you can write, or use --read-only"
    // Suggests a change of the owner only for a folder of the program, such as after `sudo halyard`.
    guard error == .number(EACCES), let owner, owner.folder.contains("/halyard") else {
      return other
    }
    return "sudo chown -R \"$USER\" \(CommandText.quoted(owner.folder)), or \(other)"
  }
}
