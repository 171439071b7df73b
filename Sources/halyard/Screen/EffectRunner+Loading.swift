import Dashboard
import FeatureFlags
import Frame
import Locking

extension EffectRunner {
  /// Why a source that is not polled is read again.
  enum Occasion {
    /// The user asked for a refresh.
    case asked
    /// The file has changed.
    case changed
  }

  /// Reads a source that is not polled, and applies its configuration.
  func readSource(_ occasion: Occasion) async throws(FlagStoreError) {
    do throws(Failure) {
      let fresh = try await setup.load(usesCache: true)
      let change = failures.withLock { $0.remember(fresh.failures, isBroken: !fresh.isCurrent) }
      let before = setup.store.features
      loaded.withLock { $0 = fresh }
      let loading = Result { () throws(Failure) in try load(fresh) }
      // Reports a broken source after each read: the user has just edited it, or asked for a refresh.
      if fresh.isCurrent {
        let difference = FlagDifference(from: before, to: setup.store.features)
        if occasion == .asked || change.isRepaired || !difference.isEmpty {
          show(difference, occasion, isRepaired: change.isRepaired)
        }
      }
      report(fresh.isCurrent ? change.news : fresh.failures, of: fresh)
      // The features are in place even if the overrides cannot be read.
      try loading.get()
    } catch {
      if case .store(let error) = error { throw error }
      guard case .source(let reason) = error else { return fail(error.message ?? "", .poll) }
      keepFeatures(after: .source(reason))
    }
  }

  /// Reports that a source can neither be read nor has a stand-in; the features in use stay.
  private func keepFeatures(after failure: LoadFailure) {
    _ = failures.withLock { $0.remember([failure], isBroken: true) }
    report([failure], of: nil)
    if let loaded = loaded.withLock({ $0 }) { showFeatures(of: loaded) }
  }

  /// Reports the features of a source that was read, in a notice and in the activity log.
  private func show(_ difference: FlagDifference, _ occasion: Occasion, isRepaired: Bool) {
    let verb =
      isRepaired
      ? "\(setup.shortName) can be read again"
      : occasion == .asked ? "Refreshed" : "The file changed"
    let count = setup.store.features.count
    let words = "\(verb): \(Number.count(count, "feature"))"
    inbox.post(.activity(time.entry(.poll, words, details: difference.details())))
    say("\(words), \(difference.text).", isRecorded: false)
  }

  /// Sends the features to the screen, with the failures of the last load.
  func showFeatures(
    of loaded: ConfigurationLoader.Loaded,
    difference: FlagDifference = FlagDifference()
  ) {
    let words = failures.withLock { $0.words }
    inbox.post(.loaded(setup.snapshot(of: loaded, failures: words, difference: difference)))
  }

  private func load(_ fresh: ConfigurationLoader.Loaded) throws(Failure) {
    do throws(FlagStoreError) {
      try setup.store.load(fresh.configuration)
    } catch {
      throw .store(error)
    }
  }

  /// Applies the configuration that a poll brought.
  ///
  /// - Returns: What differs from the features before.
  func take(_ polled: ConfigurationLoader.Loaded) -> FlagDifference {
    // The user may be another one since the source was asked.
    let fresh = polled.renewed(for: setup.store.context)
    let isSame = loaded.withLock { $0?.isSame(as: fresh) == true }
    // What was deleted from the workspace comes back with the next poll.
    if isSame, setup.store.features.count == fresh.configuration.features.count {
      loaded.withLock { $0 = fresh }
      return FlagDifference()
    }
    return putInEffect(fresh)
  }

  private func putInEffect(_ fresh: ConfigurationLoader.Loaded) -> FlagDifference {
    let before = setup.store.features
    let isFirst = loaded.withLock { loaded in
      defer { loaded = fresh }
      return loaded == nil
    }
    do throws(Failure) {
      try load(fresh)
    } catch {
      fail(error.message ?? "")
    }
    // The features of the first load are no change.
    return isFirst ? FlagDifference() : FlagDifference(from: before, to: setup.store.features)
  }

  /// Evaluates the features for another user, and reads a source again whose server allocates users.
  func changeUser(to userFields: UserFields) async throws(FlagStoreError) {
    guard let before = loaded.withLock({ $0 }) else { return }
    let context: EvaluationContext
    do throws(UserTextError) {
      context = try EvaluationContext(userFields)
    } catch {
      return fail("\(error)")
    }
    loaded.withLock { $0 = before.renewed(for: context) }
    let isForOtherUser = try setup.setContext(context)
    say("Evaluated for \(userFields.key.isEmpty ? "a user without a key" : userFields.key).")
    guard isForOtherUser else { return }
    if let polling { polling.refreshNow() } else { try await readSource(.asked) }
  }
}
