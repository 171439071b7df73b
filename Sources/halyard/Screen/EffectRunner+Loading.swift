import Dashboard
import FeatureFlags
import Locking
import Optimizely

extension EffectRunner {
  /// Why a source that is not polled is read again.
  enum Occasion {
    /// The user wants it.
    case asked
    /// The file is another one.
    case changed
  }

  /// Reads a source that is not polled, and puts what it has in effect.
  func readSource(_ occasion: Occasion) async throws(FlagStoreError) {
    do throws(Failure) {
      let fresh = try await setup.load(usesCache: true)
      let before = setup.store.features
      let wasBroken = loaded.withLock { loaded in
        defer { loaded = fresh }
        return loaded?.failures.isEmpty == false
      }
      try load(fresh)
      if let failure = fresh.failures.first { return fail("\(failure)", .poll) }
      let after = setup.store.features
      let difference = FlagDifference(from: before, to: after)
      if occasion == .changed, difference.isEmpty, !wasBroken { return }
      let verb =
        occasion == .asked ? "Refreshed" : wasBroken ? "The file is read again" : "The file changed"
      let words = "\(verb): \(after.count) \(after.count == 1 ? "feature" : "features")"
      inbox.post(.activity(time.entry(.poll, words, details: difference.details())))
      say("\(words), \(difference.words).", isRecorded: false)
    } catch {
      if case .store(let error) = error { throw error }
      fail(error.message ?? "", .poll)
    }
  }

  private func load(_ fresh: ConfigurationLoader.Loaded) throws(Failure) {
    do throws(FlagStoreError) {
      try setup.store.load(fresh.configuration)
    } catch {
      throw .store(error)
    }
  }

  /// Puts what a poll brought in effect, and tells what that changed.
  func take(_ polled: ConfigurationLoader.Loaded) -> FlagDifference {
    // The user may be another one since the source was asked.
    let fresh = setup.loader(of: setup.source, usesCache: true).renewed(polled)
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

  /// Lets the flag service decide for another user, by the configuration in use.
  func decide(for person: Person) {
    guard let before = loaded.withLock({ $0 }) else { return }
    do throws(UserTextError) {
      let user = try UserContext(person)
      setup.user.withLock { $0 = user }
    } catch {
      return fail("\(error)")
    }
    _ = putInEffect(setup.loader(of: setup.source, usesCache: true).renewed(before))
    say("Decided for \(person.key.isEmpty ? "a user without a name" : person.key).")
  }
}
