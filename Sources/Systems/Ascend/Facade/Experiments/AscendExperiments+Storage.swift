import Locking

extension AscendExperiments {
  /// Returns the experiments of the snapshot file; the experiments in memory do not change.
  ///
  /// - Returns: The experiments by key; `nil` if the file does not exist or is not a snapshot.
  public func getExperimentsFromStorage() -> [String: Experiment]? {
    // Drop the error: the method of the original SDK cannot throw; `loadExperimentsData` throws it.
    try? file?.read().data
  }

  /// Returns the experiments of the snapshot file, like ``getExperimentsFromStorage()``.
  ///
  /// - Returns: The experiments by key; `nil` if the file does not exist or is not a snapshot.
  public func loadExperimentsFromStorage() -> [String: Experiment]? { getExperimentsFromStorage() }

  /// Replaces the experiments in memory, and writes them to the snapshot file.
  ///
  /// A write error is only logged; the experiments in memory are replaced anyway. Variables that
  /// the app has already read do not change in this session.
  ///
  /// - Parameter experiments: The experiments by key; `nil` removes all experiments.
  public func setExperimentsToStorage(_ experiments: [String: Experiment]?) {
    state.withLock { state in
      state.maps.replace(with: experiments ?? [:])
      state.invalidateResponses()
    }
    save()
  }

  /// Reads the snapshot file; the experiments in memory do not change.
  ///
  /// - Returns: The snapshot. A file in the older format has no timestamp: the modification time of
  ///   the file is used.
  /// - Throws: ``AscendError/storageError(_:)`` if the file does not exist or is not a snapshot.
  @concurrent public func loadExperimentsData() async throws(AscendError) -> ExperimentSnapshot {
    guard let file else { throw .storageError("File not found") }
    return try file.read()
  }

  /// Reads the snapshot file, and calls a completion handler.
  ///
  /// - Parameter completion: Receives the snapshot or the error, on the thread of
  ///   ``AscendCoreConfig/callbacks``.
  public func loadExperimentsData(
    completion: @escaping (ExperimentSnapshot?, (any Error)?) -> Void
  ) {
    let callbacks = context.config.coreConfig.callbacks
    let completion = Completion(run: completion)
    Task {
      do throws(AscendError) {
        let snapshot = try await loadExperimentsData()
        callbacks.run { completion.run(snapshot, nil) }
      } catch {
        callbacks.run { completion.run(nil, error) }
      }
    }
  }

  /// Removes the experiments, the default variables and the stored values, and writes an empty
  /// snapshot.
  ///
  /// After this call, a refresh does nothing until ``fetchExperiments(for:)`` sets new default
  /// variables.
  public func clearAllExperimentsData() {
    state.withLock { state in
      state.maps.clear()
      state.invalidateResponses()
    }
    save()
  }

  /// Writes the experiments in memory to the snapshot file; a write error is only logged.
  func save() {
    guard let file else { return }
    do throws(AscendError) {
      try file.write {
        ExperimentSnapshot(
          timestamp: context.dependencies.now(),
          data: state.withLock { $0.maps.experiments }
        )
      }
    } catch {
      log(.warning, "\(error)")
    }
  }
}
