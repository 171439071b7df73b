import Dashboard
import FeatureFlags
import Files
import Locking
import Usages

/// Searches the usages of a feature in the background; a new search cancels the previous one.
final class UsageFinder: Sendable {
  private let inbox: Inbox
  /// The number of the latest request; the searches of earlier requests end.
  private let last = Locked(0)

  init(inbox: Inbox) {
    self.inbox = inbox
  }

  /// Starts or cancels a search; its states are posted to the inbox.
  func perform(_ effect: UsageEffect) {
    let number = last.withLock { last in
      last += 1
      return last
    }
    guard case .find(let name, let folders, let patterns) = effect else { return }
    let isStarted = BackgroundThread.start { [self] in
      let result = UsageProgress(searching: folders, patterns, for: name) { [self] share in
        post(.usages(name, .searching(share)), of: number)
      }
      _ = post(.usages(name, result), of: number)
    }
    if !isStarted {
      _ = post(.usages(name, .failed("The system allows no more threads.")), of: number)
    }
  }

  /// Posts an event of a search, unless a later request has cancelled the search.
  ///
  /// - Returns: Whether the event was posted.
  private func post(_ event: Event, of number: Int) -> Bool {
    last.withLock { last in
      guard last == number else { return false }
      inbox.post(event)
      return true
    }
  }
}

extension UsageProgress {
  /// Searches folders for the usages of a feature; blocks the calling thread.
  init(
    searching folders: [String],
    _ patterns: [CodePattern] = [],
    for feature: Feature.Name,
    onProgress: @escaping @Sendable (Double) -> Bool = { _ in true }
  ) {
    let search = UsageSearch(names: [feature.rawValue], folders: folders, patterns: patterns)
    do throws(UsageSearch.Failure) {
      self = .found(try search.run(onProgress: onProgress))
    } catch {
      self = .failed("\(error.folder) cannot be searched: \(error.error.reason).")
    }
  }
}
