import Files
import Locking

/// Keeps a store at the overrides that other programs write, for as long as it is held.
///
/// A change is in effect, and in the store's stream of changes, within milliseconds. It takes no
/// time while nothing changes.
public final class OverridesFollower: Sendable {
  private let watch: FileWatch

  /// Whether inotify is not available, so that a change is noticed after up to a second.
  package var isPolling: Bool { watch.isPolling }

  /// Reads the file, and again whenever it changes; `nil` when the system allows no more threads.
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
    let reader = Reader(read: read, onProblem: onProblem)
    guard let watch = FileWatch(path: path, onChange: { reader.read() }) else { return nil }
    self.watch = watch
    // The watch is active, so that no change falls between this reading and the next.
    reader.read()
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
