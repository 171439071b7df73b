import Locking

extension FlagSession {
  /// The result of applying a load to a session.
  struct AppliedLoad {
    /// The loaded configuration; `nil` if the load failed without a fallback.
    let loaded: ConfigurationLoader.Loaded?
    let failures: FailureMemory.Change
    /// The difference from the previous features; empty for the first load.
    var difference = FlagDifference()
    /// The same difference with the changed properties.
    var comparison = ConfigurationComparison()
    /// The error that makes the workspace unusable, or `nil`; the features are active even then.
    var problem: FlagStoreError?
  }

  /// Applies the result of a load to the store, and compares it with the previous load.
  ///
  /// - Parameters:
  ///   - result: The result of the load; after an error without a fallback the active features
  ///     remain.
  ///   - isRequested: Whether the session loaded in the background; `false` for a load that blocked
  ///     its caller.
  /// - Returns: The changed failures, the difference of the features, and the workspace's error.
  @discardableResult
  func apply(
    _ result: Result<ConfigurationLoader.Loaded, SourceError>,
    isRequested: Bool
  ) -> AppliedLoad {
    applying.withLock { _ in
      switch result {
      case .failure(let error):
        let change = state.withLock { $0.failures.record([.source(error)], isBroken: true) }
        return AppliedLoad(loaded: nil, failures: change)
      case .success(let loaded):
        // The user may have changed since the request: recompute the problems.
        return apply(loaded.renewed(for: store.context), isRequested: isRequested)
      }
    }
  }

  private func apply(
    _ loaded: ConfigurationLoader.Loaded,
    isRequested: Bool
  ) -> AppliedLoad {
    let configuration = prepare(loaded, self, isRequested)
    let (change, previous) = state.withLock { state in
      let previous = state.loaded
      if configuration != nil { state.loaded = loaded }
      return (state.failures.record(loaded.failures, isBroken: !loaded.isCurrent), previous)
    }
    var applied = AppliedLoad(loaded: loaded, failures: change)
    guard let configuration else { return applied }
    // A different number of features means that features were deleted from the store: restore them.
    let isSame =
      previous?.isSame(as: loaded) == true
      && store.features.count == configuration.features.count
    if isRequested && isSame { return applied }
    let before = store.features
    let (difference, problem) = store.replace(
      with: configuration,
      writer: loader.withLock { $0.writer }
    )
    state.withLock { $0.problem = problem }
    applied.problem = problem
    // Do not report the features of the first load as changes.
    guard previous != nil else { return applied }
    applied.difference = difference
    // A load that blocked its caller is not reported to subscribers.
    guard isRequested else { return applied }
    applied.comparison = ConfigurationComparison(difference, from: before) { name in
      store.feature(named: name)
    }
    return applied
  }

  /// Loads the active configuration into the store again, which restores features that were deleted
  /// from the store.
  ///
  /// - Throws: `notRead` or `notSaved` if the workspace cannot be used; the features are active
  ///   even then.
  package func restoreFeatures() throws(FlagStoreError) {
    try applying.withLock { _ throws(FlagStoreError) in
      guard let loaded = state.withLock({ $0.loaded }) else { return }
      try store.load(loaded.configuration)
    }
  }

  /// Replaces the user for whom features are evaluated, and requests the document of that user if
  /// the server sends each user a different one.
  ///
  /// - Throws: `notRead` or `notSaved`, like ``FlagStore/setContext(_:)``; the user is active even
  ///   then.
  package func setContext(_ context: EvaluationContext) throws(FlagStoreError) {
    let isOtherDocument = loader.withLock { loader in
      let address = loader.source.address
      loader.source = loader.source.source(for: context)
      return loader.source.address != address
    }
    defer { if isOtherDocument { request(.user) } }
    try applying.withLock { _ throws(FlagStoreError) in
      state.withLock { $0.loaded = $0.loaded?.renewed(for: context) }
      try store.setContext(context)
    }
  }
}
