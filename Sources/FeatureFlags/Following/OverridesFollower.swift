import Glibc
import Locking

/// Keeps a store at the overrides that other programs write, for as long as it is held.
///
/// A change is in effect, and in the store's stream of changes, within milliseconds. It takes no
/// time while nothing changes.
public final class OverridesFollower: Sendable {
  /// The path of the file that is followed.
  public let path: String
  private let watch: FileWatch
  private let reader: Reader

  /// What is wrong with the file now; `nil` when all is well.
  ///
  /// The overrides that were read last stay in effect as long as there is something wrong.
  public var problem: WorkspaceError? { reader.problem }

  /// Reads the file, and again whenever it changes; `nil` when the kernel allows no more watches.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - onProblem: Called when something becomes wrong with the file, and with `nil` when all is
  ///     well again.
  ///   - read: Reads the file and puts it in effect.
  init?(
    path: String,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void,
    read: @escaping @Sendable () -> WorkspaceError?
  ) {
    self.path = path
    let reader = Reader(read: read, onProblem: onProblem)
    guard let watch = FileWatch(path: path, onChange: { reader.read() }) else { return nil }
    self.watch = watch
    self.reader = reader
    // The watch stands, so that no change can fall between this reading and the next.
    reader.read()
  }
}

extension OverridesFollower {
  /// Follows a file for something that is no store, and hands on what stands in it.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not be there yet.
  ///   - onProblem: Called when the file cannot be understood, and with `nil` when it can again.
  ///   - onChange: Called with the overrides whenever the file was read, and before this returns; on
  ///     any thread, but never twice at the same time.
  package convenience init?(
    path: String,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in },
    onChange: @escaping @Sendable ([Feature.Name: Override]) -> Void
  ) {
    self.init(path: path, onProblem: onProblem) {
      do throws(WorkspaceError) {
        onChange(try OverridesFile.overrides(at: path))
        return nil
      } catch {
        return error
      }
    }
  }

  /// The file that the environment tells apps to follow, in `HALYARD_OVERRIDES`.
  ///
  /// `nil` if it names none, and for a program that runs with the rights of another user: who starts
  /// it has no say in what it does.
  package static var pathOfEnvironment: String? {
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    guard let path = getenv("HALYARD_OVERRIDES").map({ String(cString: $0) }), !path.isEmpty
    else { return nil }
    return path
  }
}

extension OverridesFollower {
  /// Reads, and remembers what was wrong.
  fileprivate final class Reader: Sendable {
    private let readFile: @Sendable () -> WorkspaceError?
    private let onProblem: @Sendable (WorkspaceError?) -> Void
    private let lastProblem = Locked<WorkspaceError?>(nil)
    /// Held while the file is read and put in effect, so that an older reading never comes last.
    private let turn = Locked(())

    var problem: WorkspaceError? { lastProblem.withLock { $0 } }

    init(
      read: @escaping @Sendable () -> WorkspaceError?,
      onProblem: @escaping @Sendable (WorkspaceError?) -> Void
    ) {
      readFile = read
      self.onProblem = onProblem
    }

    func read() {
      turn.withLock { _ in
        let problem = readFile()
        let isNews = lastProblem.withLock { last in
          defer { last = problem }
          return last != problem
        }
        if isNews { onProblem(problem) }
      }
    }
  }
}
