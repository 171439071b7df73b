import Documents
package import Files

/// The error of reading or writing a file of a workspace, or of fetching its overrides.
public enum WorkspaceError: Error, Hashable, Sendable {
  /// A file could not be read; `reason` is the error message of the system.
  case unreadable(path: String, reason: String)
  /// A file could not be written; `reason` is the error message of the system.
  case unwritable(path: String, reason: String)
  /// A file could not be written, because another program holds the advisory lock of its folder.
  case locked(path: String, reason: String)
  /// The path is that of a folder, a pipe or another special file, or the file is too large.
  case unusable(path: String, reason: String)
  /// A file has a syntax error or an invalid value; the file is unchanged.
  case malformed(path: String, DocumentError)
  /// A file of queued changes, which were not sent to a team's storage yet, has malformed lines.
  ///
  /// `damaged` is the number of malformed lines, and `readable` the number of the other changes; the
  /// error is that of the first malformed line.
  case damagedQueue(path: String, DocumentError, damaged: Int, readable: Int)
  /// Overrides cannot be fetched from a server; `url` has no secrets.
  case unfetched(url: String, OverrideServerError)
  /// The overrides of a storage that another module implements, such as that of a team, cannot be read
  /// or written.
  case storage(StorageError)
}

extension WorkspaceError {
  /// Creates the error of a file that could not be read.
  package init(reading path: String, _ error: SystemError) {
    switch error {
    case .wrongKind, .tooLarge: self = .unusable(path: path, reason: error.reason)
    case .number, .noWriter, .noReader, .noData, .locked, .lockFile:
      self = .unreadable(path: path, reason: error.reason)
    }
  }

  /// Creates the error of a file that could not be written.
  package init(writing path: String, _ error: SystemError) {
    switch error {
    case .locked: self = .locked(path: path, reason: error.reason)
    case .lockFile(let path, let error): self = .unwritable(path: path, reason: error.reason)
    case .number, .tooLarge, .noWriter, .noReader, .noData, .wrongKind:
      self = .unwritable(path: path, reason: error.reason)
    }
  }

  /// An instruction for the user to resolve the error: an imperative sentence without a full stop.
  public var remedy: String {
    switch self {
    case .unreadable: "check the permissions of the file"
    case .unwritable(let path, _) where path.hasSuffix("/.lock"):
      "check its permissions, or remove it while no program uses the folder: it has no content"
    case .unwritable: "check the permissions and the free space of its folder"
    case .locked: "wait for that program, or end it"
    case .malformed(let path, _) where path.isBisectionPath,
      .unusable(let path, _) where path.isBisectionPath:
      "correct the file; deleting it loses the original overrides of the bisection"
    case .unusable(let path, _) where path.isQueuePath:
      "restore the file; deleting it loses the changes that the team does not have yet"
    case .damagedQueue(_, _, let damaged, readable: 0):
      "correct the \(damaged == 1 ? "line" : "\(damaged) malformed lines"); deleting the file loses "
        + "changes that the team does not have yet"
    case .damagedQueue(_, _, let damaged, let readable):
      "correct or remove \(damaged == 1 ? "the line" : "the \(damaged) malformed lines"), and the "
        + (readable == 1 ? "other change is" : "\(readable) other changes are")
        + " sent; deleting the file loses all of them"
    case .unusable: "delete it, which resets everything in it"
    case .malformed: "correct the file, or delete it to reset everything in it"
    case .unfetched(_, let error): error.remedy
    case .storage(let error): error.remedy
    }
  }
}

extension WorkspaceError: CustomStringConvertible {
  /// The error message: the path of the file or the URL, and the cause.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason), .unusable(let path, let reason):
      "\(path): cannot be read: \(reason)"
    case .unwritable(let path, let reason), .locked(let path, let reason):
      "\(path): cannot be written: \(reason)"
    case .malformed(let path, let error), .damagedQueue(let path, let error, _, _):
      error.description(in: path)
    case .unfetched(let url, let error): error.description(of: url)
    case .storage(let error): error.description
    }
  }
}

extension String {
  /// Whether the path is that of the journal of a bisection.
  fileprivate var isBisectionPath: Bool { hasSuffix("/bisect.json") }

  /// Whether the path is that of a queue of changes for a team.
  fileprivate var isQueuePath: Bool { hasSuffix("/pending.jsonl") }
}

/// The error of a storage of overrides that another module implements, such as that of a team.
public struct StorageError: Error, CustomStringConvertible {
  /// The error message, which begins with the address of the storage.
  public let description: String
  /// An instruction for the user to resolve the error: an imperative sentence without a full stop.
  public let remedy: String
  /// The original error of the storage.
  package let cause: any Error

  package init(_ description: String, remedy: String, cause: any Error) {
    self.description = description
    self.remedy = remedy
    self.cause = cause
  }
}

extension StorageError: Hashable {
  /// Compares the messages and the instructions.
  public static func == (left: StorageError, right: StorageError) -> Bool {
    (left.description, left.remedy) == (right.description, right.remedy)
  }

  /// Adds the message to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
