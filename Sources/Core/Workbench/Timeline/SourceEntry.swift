import Documents
package import FeatureFlags
import Files

package import struct FoundationEssentials.Date

/// An entry in the log of a source: the states of the features at the start of a program, or a change of
/// the source.
package struct SourceEntry: Hashable, Sendable {
  /// The time of the entry, in whole seconds.
  package let date: Date
  package let cause: Cause
  /// A digest that identifies the user for whom the states were evaluated; `nil` for a user without a
  /// key, attributes and segments.
  let user: String?
  /// A digest that identifies the document, so that several programs log the same change only once.
  let digest: String
  /// The states of all features at the start of a program; `nil` for a change, or if there are more than
  /// 1,000 features.
  let states: [Feature.Name: TimelineState]?
  /// The changed states by feature; ``TimelineState/absent`` is the old state of an added feature, and
  /// the new state of a removed feature.
  let changes: [Feature.Name: Change]
  /// The number of changed features that are not in `changes`, because there are too many.
  let omitted: Int

  /// The cause of an entry; the raw value is its name in the log and in JSON.
  package enum Cause: String, CaseIterable, Sendable {
    /// A program has loaded the source for the first time.
    case start
    /// A scheduled poll of the source has found a change.
    case poll
    /// The user has requested a reload.
    case request
    /// The file of the source has changed.
    case file
    /// The server has sent a notification of a change.
    case notification
  }

  /// The change of the state of one feature in the source.
  package struct Change: Hashable, Sendable {
    package let from: TimelineState
    package let to: TimelineState
  }

  /// The maximum number of features whose states one entry contains.
  package static let featureLimit = 1_000
}

extension SourceEntry {
  /// Creates the entry for the start of a program.
  ///
  /// - Parameters:
  ///   - features: The features of the source; their overrides are ignored.
  ///   - loaded: The loaded configuration.
  ///   - user: The user for whom the features were evaluated.
  ///   - date: The time of the load.
  package init(
    startWith features: [Feature],
    _ loaded: ConfigurationLoader.Loaded?,
    for user: EvaluationContext,
    at date: Date
  ) {
    let states =
      features.count > Self.featureLimit
      ? nil
      : features.filter { !$0.isRemoved }.map { ($0.name, TimelineState(configurationOf: $0)) }
    self.init(
      date: date.inWholeSeconds,
      cause: .start,
      user: user.timelineIdentifier,
      digest: Self.digest(loaded, states ?? []),
      states: states.map { Dictionary($0) { first, _ in first } },
      changes: [:],
      omitted: 0
    )
  }

  /// Creates the entry for a load that has changed features; `nil` for other loads.
  ///
  /// - Parameters:
  ///   - report: The load.
  ///   - date: The time of the load.
  package init?(_ report: LoadReport, at date: Date) {
    let difference = report.difference
    guard !difference.isEmpty, let after = report.change?.loaded, let cause = Cause(report.cause)
    else {
      return nil
    }
    let names = difference.changed + difference.added + difference.removed
    let logged = Set(names.prefix(Self.featureLimit))
    let old = Self.states(of: report.before, named: logged)
    let new = Self.states(of: after.features, named: logged)
    let changes = logged.map { ($0, Change(from: old[$0] ?? .absent, to: new[$0] ?? .absent)) }
    let states = changes.sorted { $0.0.rawValue < $1.0.rawValue }.map { ($0.0, $0.1.to) }
    self.init(
      date: date.inWholeSeconds,
      cause: cause,
      user: after.context.timelineIdentifier,
      digest: Self.digest(report.loaded, states),
      states: nil,
      changes: Dictionary(changes) { first, _ in first },
      omitted: names.count - logged.count
    )
  }

  private static func states(
    of features: [Feature],
    named names: Set<Feature.Name>
  ) -> [Feature.Name: TimelineState] {
    var states: [Feature.Name: TimelineState] = [:]
    for feature in features where !feature.isRemoved && names.contains(feature.name) {
      states[feature.name] = TimelineState(configurationOf: feature)
    }
    return states
  }

  /// Returns a digest of the document, or of the states if the source has no document, or if the
  /// document is too large for a fast digest.
  private static func digest(
    _ loaded: ConfigurationLoader.Loaded?,
    _ states: [(Feature.Name, TimelineState)]
  ) -> String {
    if let bytes = loaded?.bytes, bytes.count <= digestedSize {
      return String(SHA256.digest(of: bytes).prefix(16))
    }
    let texts = states.map { "\($0.0.rawValue)=\($0.1.text)" } + ["\(loaded?.bytes?.count ?? 0)"]
    return String(SHA256.digest(of: Array(texts.joined(separator: "\n").utf8)).prefix(16))
  }

  /// The maximum size of a document whose digest is computed, in bytes.
  private static let digestedSize = 4 << 20
}

extension SourceEntry.Cause {
  /// Creates the cause of a load; `nil` for a load after a change of the user, because the source has
  /// not changed.
  init?(_ cause: LoadReport.Cause) {
    switch cause {
    case .schedule: self = .poll
    case .request: self = .request
    case .fileChange: self = .file
    case .notification: self = .notification
    case .user: return nil
    }
  }
}

extension EvaluationContext {
  /// A digest that identifies the user in the log of a source without personal data; `nil` for a user
  /// without a key, attributes and segments.
  var timelineIdentifier: String? {
    guard targetingKey != nil || !attributes.isEmpty || segments != nil else { return nil }
    let facts = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let parts = [targetingKey ?? ""] + facts + (segments ?? []).sorted()
    return String(SHA256.digest(of: Array(parts.joined(separator: "\n").utf8)).prefix(16))
  }
}

// MARK: JSON

extension SourceEntry {
  /// The entry as UTF-8 bytes, with a line break.
  var line: [UInt8] {
    var members: [(key: String, value: JSONValue)] = [
      ("at", .string(date.storedText)), ("cause", .string(cause.rawValue)),
    ]
    if let user { members.append(("user", .string(user))) }
    members.append(("digest", .string(digest)))
    if let states { members.append(("states", JSONValue(states) { $1.json })) }
    if !changes.isEmpty {
      let json = JSONValue(changes) { .object([("from", $1.from.json), ("to", $1.to.json)]) }
      members.append(("changes", json))
    }
    if omitted > 0 { members.append(("omitted", .integer(omitted))) }
    return Array((JSONValue.object(members).text() + "\n").utf8)
  }

  /// Parses a line of the log.
  ///
  /// - Throws: An error for the first defect.
  init(line: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(line))
    var states: [Feature.Name: TimelineState]?
    if let members = try fields.optionalMembers("states") {
      states = [:]
      for member in members {
        states?[Feature.Name(rawValue: member.key)] = try TimelineState(member.node)
      }
    }
    var changes: [Feature.Name: Change] = [:]
    for member in try fields.optionalMembers("changes") ?? [] {
      let sides = try FieldReader(member.node)
      changes[Feature.Name(rawValue: member.key)] = Change(
        from: try sides.value("from", expected: "a state", read: TimelineState.init),
        to: try sides.value("to", expected: "a state", read: TimelineState.init)
      )
    }
    self.init(
      date: try fields.value("at", expected: Date.example, read: Date.init),
      cause: try fields.choice("cause", of: Cause.self),
      user: try fields.optionalText("user"),
      digest: try fields.text("digest"),
      states: states,
      changes: changes,
      omitted: fields.value("omitted") == nil ? 0 : try fields.wholeNumber("omitted")
    )
  }
}
