import Locking

extension FlagStore {
  /// Applies the overrides that other programs write into the workspace, within milliseconds.
  ///
  /// - Parameter onProblem: Called on any thread with an error when the overrides cannot be read,
  ///   and with `nil` when they can be read again. The active overrides remain in the meantime.
  /// - Returns: A handle that stops following when it is released; `nil` for a store without a
  ///   workspace, or if no thread can be created.
  public func followWorkspace(
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) -> OverridesFollower? {
    writer?.follow(onProblem: onProblem)
  }

  /// Applies the overrides of a file with precedence over all others, and watches the file for
  /// changes.
  ///
  /// The file is only read, and may be created later. While it is malformed, the overrides that
  /// were read last remain active. Overrides with an expiry expire. A file that was followed before
  /// is released.
  ///
  /// The overrides of a server are followed in the same way; the token of the server is that of the
  /// environment variable `HALYARD_TOKEN`. The call blocks until the first response, at most for one
  /// second; a server that starts later is followed as soon as it responds.
  ///
  /// - Parameters:
  ///   - path: The path of an overrides file, the `overrides.json` of a workspace; or the `http` or
  ///     `https` URL of a server.
  ///   - onProblem: Called on any thread with an error when the file cannot be read or followed,
  ///     and with `nil` when it can be read again. A call that follows a different file, or stops
  ///     following, waits until the closure has returned.
  public func followOverrides(
    at path: String,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) {
    followOverrides(of: OverrideLocator(path), onProblem: onProblem)
  }

  /// Applies the overrides of a storage with precedence over all others, like
  /// ``followOverrides(at:onProblem:)``.
  package func followOverrides(
    of locator: OverrideLocator,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) {
    followed.follow(locator, onProblem: onProblem) { [weak self] in self?.applyFollowed() }
  }

  /// Stops following overrides, and clears the overrides of the followed storage.
  public func stopFollowingOverrides() {
    followed.stop()
  }

  private func applyFollowed() {
    let now = now()
    // Read the overrides under the lock: of two threads, the one with the older version must not
    // apply it last.
    state.withLock { $0.replace(\.followed, with: followed.overrides, at: now) }
  }
}
