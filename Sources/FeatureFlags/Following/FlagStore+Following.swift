import Locking

extension FlagStore {
  /// Sees what other programs decide, as soon as they have written it into the workspace.
  ///
  /// - Parameter onProblem: Called when the file of overrides cannot be understood, and with `nil`
  ///   when it can again; on any thread. The overrides in effect stay in the meantime.
  /// - Returns: What keeps following for as long as it is held; `nil` for a store without a
  ///   workspace, or when the system allows no more threads.
  public func followWorkspace(
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) -> OverridesFollower? {
    guard let workspace else { return nil }
    return OverridesFollower(path: workspace.overridesPath, onProblem: onProblem) { [weak self] in
      do throws(FlagStoreError) {
        try self?.reloadOverrides()
        return nil
      } catch {
        if case .notRead(let problem) = error { return problem }
        // Reading names no feature, so that it can fail in no other way.
        return nil
      }
    }
  }

  /// Puts the overrides of a file in effect, above all others, and follows its changes.
  ///
  /// The file is only read. It need not be there yet; while it is malformed, what it last said stays
  /// in effect. An override with a time ends at it. Another file is followed no longer.
  ///
  /// - Parameters:
  ///   - path: The path of a workspace's `overrides.json`.
  ///   - onProblem: Called when the file cannot be understood or followed, and with `nil` when it can
  ///     again; on any thread. Following no longer waits for a call that is under way.
  public func followOverrides(
    at path: String,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) {
    followed.follow(path, onProblem: onProblem) { [weak self] in self?.takeFollowed() }
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
  public func stopFollowingOverrides() {
    followed.stop()
  }

  private func takeFollowed() {
    let now = now()
    // Asked for under the lock: of two threads, the one that saw the older file has no last word.
    state.withLock { $0.replace(\.followed, with: followed.overrides, at: now) }
  }
}
