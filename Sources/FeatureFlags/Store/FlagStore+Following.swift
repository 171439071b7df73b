import Locking

extension FlagStore {
  /// Applies what other programs write into the workspace, within milliseconds.
  ///
  /// - Parameter onProblem: Called when the overrides cannot be read, and with `nil` when they can
  ///   again; on any thread. The active overrides stay in the meantime.
  /// - Returns: A handle that ends following when it is released; `nil` for a store without a
  ///   workspace, or when the system allows no more threads.
  public func followWorkspace(
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) -> OverridesFollower? {
    writer?.follow(onProblem: onProblem)
  }

  /// Applies the overrides of a file above all others, and follows its changes.
  ///
  /// The file is only read. It need not exist yet; while it is malformed, the overrides that were
  /// read last stay active. An override with an expiry expires. A file that was followed before is
  /// followed no longer.
  ///
  /// - Parameters:
  ///   - path: The path of a workspace's `overrides.json`.
  ///   - onProblem: Called when the file cannot be read or followed, and with `nil` when it can
  ///     again; on any thread. To follow another file, or none, waits for a call that is under way.
  public func followOverrides(
    at path: String,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) {
    followOverrides(of: OverrideLocator(path), onProblem: onProblem)
  }

  /// Applies the overrides of a storage above all others, as ``followOverrides(at:onProblem:)``.
  package func followOverrides(
    of locator: OverrideLocator,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) {
    followed.follow(locator, onProblem: onProblem) { [weak self] in self?.applyFollowed() }
  }

  /// Follows no overrides any more, and clears those that were followed.
  public func stopFollowingOverrides() {
    followed.stop()
  }

  private func applyFollowed() {
    let now = now()
    // Read under the lock: of two threads, the one that read an older version must not apply it last.
    state.withLock { $0.replace(\.followed, with: followed.overrides, at: now) }
  }
}
