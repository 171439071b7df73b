import FeatureFlags
import Files

/// Whether another process holds the lock of the workspace, which a program holds only during a write.
struct LockFacts: Sendable {
  /// The path of the lock file; `nil` if the source has no workspace.
  let path: String?
  /// The reason why the lock cannot be acquired; `nil` if it is free.
  let error: SystemError?
  /// The name of this machine; `nil` if it has none.
  let host: String?

  /// The time to wait for the lock before it is reported as held.
  private static let patience = Duration.milliseconds(500)

  /// Tries to acquire the lock for a moment; does not create its file.
  init(_ subject: DoctorSubject) {
    host = Environment.hostName
    // Drops the error: the check of the source reports a malformed name.
    path = (try? subject.setup())?.workspace.lockPath
    do throws(SystemError) {
      if let path { try FileSystem.probeLock(path, deadline: Self.patience) }
      error = nil
    } catch {
      self.error = error
    }
  }

  var finding: DoctorFinding {
    guard let path else { return .ok("not examined: the source cannot be used") }
    switch error {
    case nil: return .ok("free: no other program is writing to the workspace")
    case .locked(_, let holder):
      let text =
        holder.map { $0 + (host.map { " on \($0)" } ?? "") }
        ?? "a process of another container or machine"
      return .failure(
        "\(path): held by \(text)",
        remedy: Self.remedy,
        exitCode: ExitCode.unwritableFile
      )
    case let error?:
      let error = WorkspaceError(writing: path, error)
      return .failure(error)
    }
  }

  private static let remedy = "wait for that process, or end it; until then, changes are not saved"
}
