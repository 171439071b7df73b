import Documents
import FeatureFlags
package import FlagSystem

/// Generates the configuration that apps with the FeatureFlags framework read, with the overrides
/// applied.
///
/// The original framework obeys the overrides: `enabled` and `unlocked` force a state, biases of 100 and
/// 0 force a variation, and `development` is `false` for a feature that is forced on. If the source is a
/// document of features, all other fields, entries and members are unchanged. A document of any other
/// kind, such as a datafile, is replaced by a generated document of features, in which each feature has
/// the state that was evaluated for its user.
///
/// ```swift
/// let served = ServedFeatures(state, user: "ana")
/// let response = served.json()
/// ```
///
/// The time is linear in the size of the document.
package struct ServedFeatures: Sendable {
  private let document: JSONValue

  /// Applies the overrides of a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document of the source.
  ///   - user: The targeting key of the user whose assignments are written to the tests, and for whom a
  ///     flag service evaluates its features. With `nil`, each app chooses its assignments at random,
  ///     and a flag service evaluates its features for the default user.
  package init(_ state: ServedState, user: String? = nil) {
    let features = state.features(for: user).filter { !$0.isRemoved }
    guard let received = state.document.flatMap(FeaturesDocument.init) else {
      let entries = features.compactMap { Self.projection(of: $0, hasUser: user != nil) }
      document = .object([("features", .list(entries))])
      return
    }
    let byName = Dictionary(features.map { ($0.name, $0) }) { first, _ in first }
    var listed: Set<Feature.Name> = []
    var entries: [JSONValue] = []
    entries.reserveCapacity(received.entries.count)
    for node in received.entries {
      let json = JSONValue(expressible: node)
      guard let name = node.definedFeature, json.members != nil else {
        entries.append(json)
        continue
      }
      // An entry whose feature is not in the store belongs to a deleted feature: it is omitted.
      guard let feature = byName[name] else { continue }
      listed.insert(name)
      let isUnchanged = user == nil && !feature.isOverridden
      entries.append(
        isUnchanged ? json : Self.entry(FeatureEntry(json: json), of: feature, hasUser: user != nil)
      )
    }
    for feature in features where !listed.contains(feature.name) {
      if let entry = Self.projection(of: feature, hasUser: user != nil) { entries.append(entry) }
    }
    document = received.json(with: entries)
  }

  /// Returns the configuration as JSON, for the path `/features.json`.
  ///
  /// The layout is the one of the source document: an object with the member `features`, or a bare list.
  package func json() -> [UInt8] { Array(document.text().utf8) }

  /// Returns the configuration as an XML property list, for the path `/features.plist`.
  ///
  /// The property list is a bare list, because the original framework reads no other layout;
  /// members of the document other than the features are omitted.
  package func propertyList() -> [UInt8] {
    Array((document["features"] ?? document).propertyList().utf8)
  }

  private static func projection(of feature: Feature, hasUser: Bool) -> JSONValue? {
    FeatureEntry(projecting: feature).map { entry in
      feature.isEvaluatedByService ? entry.json : Self.entry(entry, of: feature, hasUser: hasUser)
    }
  }

  /// Returns an entry with the override of the feature, and with the assignment of the user unless the
  /// override forces a variation.
  private static func entry(
    _ entry: FeatureEntry,
    of feature: Feature,
    hasUser: Bool
  ) -> JSONValue {
    var entry = entry
    if let override = feature.override { entry.apply(override, of: feature) }
    if hasUser, !feature.hasForcedVariation, feature.definition.usesAssignment,
      let assignment = feature.assignment
    {
      entry[.assignment] = .number(assignment)
    }
    return entry.json
  }
}

extension Feature {
  /// Whether the override determines the variation of a test, so that the assignment has no effect.
  fileprivate var hasForcedVariation: Bool {
    forcedVariation != nil || type == .featureTest(.featureFlagAB) && override?.enabled != nil
  }
}

/// A document of features as received from a source, divided into its entries and its other
/// members.
struct FeaturesDocument {
  /// The entries of the list of features, in the order of the document.
  let entries: [Node]
  /// The members of the document; `nil` if the document is a bare list.
  private let members: [Node.Member]?

  /// Parses JSON, JSON5 or a property list; returns `nil` for any other document, such as a
  /// datafile.
  init?(_ bytes: [UInt8]) {
    // Drops the parse error: a document that cannot be parsed is replaced by projected features.
    guard let root = try? DocumentEncoding(of: bytes).read(bytes) else { return nil }
    if let list = root.list {
      entries = list
      members = nil
    } else if let list = root["features"]?.list {
      entries = list
      members = root.members
    } else {
      return nil
    }
  }

  /// Returns the document with the given entries instead of its own, in the layout of the received
  /// document: a list, or an object with the member `features`.
  func json(with entries: [JSONValue]) -> JSONValue {
    guard let members else { return .list(entries) }
    let last = members.lastIndex { $0.key == "features" }
    // If the document has several members `features`, keeps only the last one. The reader uses the last
    // one, but another reader could use an earlier one.
    return .object(
      members.enumerated().compactMap { index, member in
        guard member.key == "features" else {
          return (member.key, JSONValue(expressible: member.node))
        }
        return index == last ? (member.key, .list(entries)) : nil
      }
    )
  }
}

extension Node {
  /// The name of the feature that an entry of a list of features defines; `nil` for an entry that
  /// `Configuration` rejects as malformed.
  var definedFeature: Feature.Name? {
    guard let name = self["name"], let text = name.string, !name.isTruncated else { return nil }
    for member in members ?? [] where !member.node.isNull {
      let node = member.node
      switch FeatureEntry.Key(rawValue: member.key) {
      case .name where node.isTruncated: return nil
      case .enabled, .development, .unlocked:
        if node.bool == nil { return nil }
      case .variations:
        guard let list = node.list else { return nil }
        if !list.allSatisfy({ $0.string != nil && !$0.isTruncated }) { return nil }
      case .name, .description, .section, .type, .labels, .biases, .assignment, nil: break
      }
    }
    return Feature.Name(rawValue: text)
  }

  private var isTruncated: Bool {
    if case .string(_, .longCluster) = value { true } else { false }
  }
}
