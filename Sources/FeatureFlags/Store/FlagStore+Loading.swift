import Locking

extension FlagStore {
  /// Replaces the active configuration, and reads the workspace again; blocks the calling thread.
  ///
  /// The overrides and assignments of features that both configurations have stay as they are. The
  /// stream of changes reports which features differ. In asynchronous code call ``update(to:)``
  /// instead, which blocks no thread of the cooperative pool while it writes drawn assignments.
  ///
  /// - Throws: `notRead` or `notSaved` if the workspace cannot be used; the features are active even
  ///   then.
  public func load(_ configuration: Configuration) throws(FlagStoreError) {
    if let problem = replace(with: configuration).problem { throw problem }
  }

  /// Replaces the active configuration as ``load(_:)`` does, and suspends the calling task until that
  /// is done.
  ///
  /// ```swift
  /// let store = FlagStore()
  /// try await store.update(to: Configuration(features: [Feature(name: "New Cart")]))
  /// ```
  ///
  /// - Throws: As ``load(_:)``.
  public func update(to configuration: Configuration) async throws(FlagStoreError) {
    try await loads.run { [self] () throws(FlagStoreError) in try load(configuration) }
  }

  /// Replaces the active configuration as ``load(_:)`` does.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - writer: Writes drawn assignments in the background, and remembers its errors; `nil` writes
  ///     them before the call returns.
  /// - Returns: The difference from the features before, and the error that makes the workspace
  ///   unusable; the features are active even then.
  func replace(
    with configuration: Configuration,
    writer: WorkspaceWriter? = nil
  ) -> (difference: FlagDifference, problem: FlagStoreError?) {
    var problem: WorkspaceError?
    let drawn = drawAssignments(for: configuration, writer: writer, problem: &problem)
    // Reads the overrides first, so that new features are published once, with their overrides.
    let reading = Result { () throws(FlagStoreError) in try reloadOverrides() }
    let difference = state.withLock { state in
      state.assignments.merge(drawn) { _, new in new }
      return state.load(
        configuration.features,
        evaluator: configuration.evaluator,
        origin: configuration.origin
      )
    }
    if case .failure(let error) = reading { return (difference, error) }
    return (difference, problem.map { .notSaved($0) })
  }

  /// Draws an assignment for each test that has none, and stores them in the workspace.
  private func drawAssignments(
    for configuration: Configuration,
    writer: WorkspaceWriter?,
    problem: inout WorkspaceError?
  ) -> [Feature.Name: Double] {
    let tests = configuration.features.filter {
      $0.definition.usesAssignment && $0.assignment == nil
    }
    guard context.targetingKey == nil, !tests.isEmpty else { return [:] }
    var drawn = state.withLock { $0.assignments }
    var stored = drawn
    do throws(WorkspaceError) {
      if let workspace {
        writer?.flushAssignments(of: workspace)
        stored = try workspace.assignments()
      }
    } catch {
      problem = error
    }
    drawn.merge(stored) { _, stored in stored }
    // Includes tests whose assignment was drawn while the workspace could not be written.
    let missing = tests.filter { stored[$0.name] == nil }
    guard !missing.isEmpty else { return drawn }
    for test in missing where drawn[test.name] == nil { drawn[test.name] = draw() }
    guard let workspace, !isReadOnly, problem == nil else { return drawn }
    if let writer {
      let names = Set(missing.map(\.name))
      writer.keep(drawn.filter { names.contains($0.key) }, in: workspace) { [weak self] stored in
        self?.adopt(stored)
      }
      return drawn
    }
    do throws(WorkspaceError) {
      return try workspace.updateAssignments { stored in
        for test in missing where stored[test.name] == nil {
          stored[test.name] = drawn[test.name]
        }
      }
    } catch {
      problem = error
      return drawn
    }
  }

  /// Replaces drawn assignments by those that another program stored first, so that all programs of
  /// a workspace have the same.
  private func adopt(_ stored: [Feature.Name: Double]) {
    state.withLock { state in
      let other = stored.filter { name, value in
        state.assignments[name].map { $0 != value } ?? false
      }
      guard !other.isEmpty else { return }
      state.assignments.merge(other) { $1 }
      let features = state.features.map { feature in
        guard feature.definition.usesAssignment, let assignment = other[feature.name] else {
          return feature
        }
        var feature = feature
        feature.assignment = assignment
        return feature
      }
      state.load(features, evaluator: state.evaluator, origin: state.origin)
    }
  }
}
