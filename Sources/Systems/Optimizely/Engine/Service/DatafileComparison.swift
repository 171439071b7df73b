import FeatureFlags

/// Compares the active datafile with a datafile that an app may run instead.
struct DatafileComparison {
  let datafile: Datafile
  let other: Datafile
  /// The origin of the other datafile: `cache` or `fallback`.
  let origin: Origin

  /// The warnings to display if an app may run the other datafile.
  var warnings: [String] {
    if datafile.projectID != other.projectID {
      return mismatch("project", datafile.projectID, other.projectID)
    }
    if let key = datafile.sdkKey, let otherKey = other.sdkKey, key != otherKey {
      return mismatch("SDK key", key, otherKey)
    }
    let warning = origin == .cache ? cacheWarning : fallbackWarning
    return warning.map { [$0] } ?? []
  }

  private func mismatch(_ what: String, _ expected: String, _ found: String) -> [String] {
    let kind = origin == .cache ? "cached" : "fallback"
    return ["the datafile is of \(what) \"\(expected)\", the \(kind) one of \"\(found)\""]
  }

  private var cacheWarning: String? {
    guard datafile.revision == other.revision else {
      return "revision \(datafile.revision) is active, \(other.revision) is cached: "
        + "an app that applies updates at its next start uses \(other.revision) until then"
    }
    guard datafile != other else { return nil }
    return "the active and the cached datafile differ, but both have revision \(datafile.revision)"
  }

  private var fallbackWarning: String? {
    guard datafile.revision != other.revision else { return nil }
    guard let own = Int(datafile.revision), let newer = Int(other.revision) else {
      return "revision \(datafile.revision) is active, and the fallback has \(other.revision)"
    }
    guard newer > own else { return nil }
    return "the fallback has revision \(newer), newer than the active \(own): "
      + "an app with \(own) in its cache does not use its bundled datafile"
  }
}
