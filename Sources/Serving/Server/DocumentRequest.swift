import Documents
import FeatureFlags
import OFREP

/// A request for a document that is generated from the features and their overrides.
struct DocumentRequest: Hashable, Sendable {
  /// The kind of a document.
  enum Kind: Hashable, Sendable {
    case featuresJSON, featuresPropertyList, datafile, template, values, overrides, manifest
    case flagdFlags, flagdOverrides, clientFeatures, clientDelta, growthBook
    case launchDarkly, launchDarklyPoll, launchDarklyFlags

    /// Whether the overrides in the document apply to the user of the settings, instead of one of the
    /// request.
    var hasUserOfSettings: Bool {
      switch self {
      case .datafile, .flagdFlags, .flagdOverrides, .clientFeatures, .clientDelta, .launchDarkly,
        .launchDarklyPoll, .launchDarklyFlags, .growthBook:
        true
      case .featuresJSON, .featuresPropertyList, .template, .values, .overrides, .manifest: false
      }
    }
  }

  /// The reason why the source has no document of the requested kind.
  enum Failure: Error, Sendable {
    case source(ServedDocumentError)
    case document(DocumentError)
  }

  let kind: Kind
  /// The targeting key of the user for whom the document is generated; `nil` for the default user.
  let user: String?

  /// The media type of the document.
  var type: String {
    switch kind {
    case .featuresJSON, .datafile, .flagdFlags, .flagdOverrides, .clientFeatures, .clientDelta,
      .launchDarkly, .launchDarklyPoll, .launchDarklyFlags, .growthBook, .template, .values,
      .overrides, .manifest:
      "application/json"
    case .featuresPropertyList: "application/x-plist"
    }
  }

  typealias Outcome = Result<ServedDocument, Failure>

  /// Whether all clients get the same document.
  var isShared: Bool { kind.hasUserOfSettings || user == nil }

  /// Generates the document with its validators, or returns the reason why there is none.
  func outcome(of served: ServedStore, modified: Int64) -> Outcome {
    Outcome { () throws(Failure) in
      ServedDocument(
        bytes: try bytes(of: served, modified: modified),
        type: type,
        modified: modified
      )
    }
  }

  /// Generates the document; the time is linear in the number of features.
  ///
  /// - Throws: The reason why the source has no such document.
  func bytes(of served: ServedStore, modified: Int64) throws(Failure) -> [UInt8] {
    switch kind {
    case .featuresJSON: return ServedFeatures(served.state, user: user).json()
    case .featuresPropertyList: return ServedFeatures(served.state, user: user).propertyList()
    case .datafile:
      return try mapError(ServedDatafile.bytes(of: served.state, for: user), to: Failure.source)
    case .flagdFlags:
      return try mapError(ServedFlagd(served.state, user: user), to: Failure.source).flags
    case .flagdOverrides:
      return try mapError(ServedFlagd(served.state, user: user), to: Failure.source).overrides
    case .clientFeatures: return try unleash(served, modified).document
    case .clientDelta: return try unleash(served, modified).hydration
    case .launchDarkly: return try launchDarkly(served, modified).document
    case .launchDarklyPoll: return try launchDarkly(served, modified).poll
    case .launchDarklyFlags: return try launchDarkly(served, modified).flags
    case .growthBook:
      return try mapError(
        ServedGrowthBook(served.state, user: user, modified: modified),
        to: Failure.source
      ).document
    case .template: return ServedTemplate(served.state, user: user).json()
    case .values:
      return try mapError(ServedRemoteValues(served.state, user: user).json(), to: Failure.document)
    case .overrides: return served.store.overridesDocument()
    case .manifest: return Array(FlagManifest(served.store.features).response.text().utf8)
    }
  }

  private func unleash(
    _ served: ServedStore,
    _ modified: Int64
  ) throws(Failure) -> ServedUnleash {
    try mapError(ServedUnleash(served.state, user: user, version: modified), to: Failure.source)
  }

  private func launchDarkly(
    _ served: ServedStore,
    _ modified: Int64
  ) throws(Failure) -> ServedLaunchDarkly {
    try mapError(
      ServedLaunchDarkly(served.state, user: user, version: modified),
      to: Failure.source
    )
  }
}

extension DocumentRequest.Failure: CustomStringConvertible {
  /// The error message, with the found and the expected source.
  var description: String {
    switch self {
    case .source(let error): "\(error)"
    case .document(let error): "the document cannot be generated: \(error)"
    }
  }
}
