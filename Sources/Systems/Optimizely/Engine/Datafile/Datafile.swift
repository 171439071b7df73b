public import Documents
import FeatureFlags

/// The parsed configuration of an Optimizely project: flags, rules, audiences and events.
///
/// ```swift
/// import Foundation
///
/// let data = try Data(contentsOf: URL(filePath: "datafile.json"))
/// let datafile = try Datafile(bytes: Array(data))
/// print(datafile.revision, datafile.flags.map(\.key))
/// ```
///
/// Only version 4 of the format is supported. Unknown keys are ignored; unknown match types,
/// condition types, experiment types and variable types are accepted. A missing or malformed
/// required field makes the whole datafile invalid. To evaluate flags, create an ``Evaluator``.
public struct Datafile: Hashable, Sendable {
  /// The id of the project, which events contain.
  public let projectID: String
  /// The id of the account that owns the project, which events contain.
  public let accountID: String
  /// The revision of the datafile; clients only test whether two revisions are equal.
  public let revision: String
  /// The SDK key with which apps request the datafile; `nil` if the datafile has none.
  public let sdkKey: String?
  /// The key of the environment, such as `production`; `nil` if the datafile has none.
  public let environmentKey: String?
  /// The region in which the service stores the data of the project.
  public let region: Region
  /// Whether the service removes the last part of IP addresses from received events.
  public let anonymizesAddress: Bool
  /// Whether the service filters events of bots; `nil` if the datafile does not contain the
  /// setting.
  public let filtersBots: Bool?
  /// Whether impressions are sent for all decisions instead of only for decisions of experiments.
  public let sendsFlagDecisions: Bool
  /// The experiments that are in no group.
  public private(set) var experiments: [Experiment]
  /// The groups of experiments, which can be mutually exclusive.
  public private(set) var groups: [Group]
  /// The flags, in the order of the datafile.
  public let flags: [Flag]
  /// The rollouts, each with the delivery rules of a flag.
  public let rollouts: [Rollout]
  /// The audiences in the legacy format; an audience of ``typedAudiences`` with the same id takes
  /// precedence.
  public let audiences: [Audience]
  /// The audiences in the current format.
  public let typedAudiences: [Audience]
  /// The attributes that the project declares.
  public let attributes: [Attribute]
  /// The events that apps may track.
  public let events: [Event]
  /// The integrations of the project with other systems.
  public let integrations: [Integration]
  /// The holdouts that apply to all rules.
  public let holdouts: [Holdout]
  /// The holdouts that apply only to the rules in their ``Holdout/includedRules``.
  public let localHoldouts: [Holdout]

  /// Parses a datafile from JSON.
  ///
  /// - Throws: The first error, with the path and the line of the field.
  public init(bytes: [UInt8]) throws(DatafileError) {
    let simple = FlatDocument.read(bytes) { document throws(DocumentError) in
      try Datafile(simple: document)
    }
    if let simple { self = simple } else { try self.init(nodes: bytes) }
  }

  /// Parses a datafile from the subset of JSON that `FlatDocument` supports, without a tree of nodes.
  ///
  /// Errors have no details, because `init(nodes:)` parses a rejected document again.
  private init(simple document: FlatValue) throws(DocumentError) {
    let fields = try document.fields()
    guard try fields.text("version") == "4" else {
      throw document.mismatch(expected: "version 4")
    }
    try self.init(fields, flagLines: [])
  }

  /// Parses a datafile through a tree of nodes, which accepts all JSON and reports errors with details,
  /// but is slower than `init(simple:)`.
  init(nodes bytes: [UInt8]) throws(DatafileError) {
    try self.init(node: mapError(JSONReader.read(bytes), to: DatafileError.invalid))
  }

  /// Parses a datafile, and finds the parts that SDKs reject, ignore or overwrite.
  ///
  /// - Throws: The first error, with the path and the line of the field.
  package static func inspected(
    _ bytes: [UInt8]
  ) throws(DatafileError) -> (datafile: Datafile, findings: [DocumentFinding]) {
    let grammar = DocumentGrammar.datafile
    let simple = grammar.readSimple(bytes) { document throws(DocumentError) in
      try Datafile(simple: document)
    }
    if let simple { return (simple, []) }
    let document = try mapError(grammar.read(bytes), to: DatafileError.invalid)
    do throws(DatafileError) { return (try Datafile(node: document.node), document.findings) } catch
    {
      guard case .invalid(let error) = error else { throw error }
      throw .invalid(document.explaining(error))
    }
  }

  private init(node: Node) throws(DatafileError) {
    let fields = try mapError(FieldReader(node), to: DatafileError.invalid)
    let version = try mapError(fields.text("version"), to: DatafileError.invalid)
    guard version == "4" else {
      throw .version(found: version, line: fields.value("version")?.line)
    }
    let lines = fields.value("featureFlags")?.list?.map(\.line) ?? []
    self = try mapError(Datafile(fields, flagLines: lines), to: DatafileError.invalid)
  }

  /// Decodes the fields of a datafile; `flagLines` contains the line number of each flag.
  private init(_ fields: some DocumentFields, flagLines: [Int?]) throws(DocumentError) {
    projectID = try fields.text("projectId")
    accountID = try fields.text("accountId")
    revision = try fields.text("revision")
    sdkKey = try fields.optionalText("sdkKey")
    environmentKey = try fields.optionalText("environmentKey")
    let hasRegion = fields.value("region") != nil
    region = hasRegion ? try fields.option("region", of: Region.self) : .unitedStates
    anonymizesAddress = try fields.flag("anonymizeIP")
    filtersBots = try fields.optionalFlag("botFiltering")
    sendsFlagDecisions = try fields.optionalFlag("sendFlagDecisions") ?? false
    experiments = try fields.list("experiments")
    groups = try fields.list("groups")
    flags = try fields.list("featureFlags")
    rollouts = try fields.list("rollouts")
    audiences = try fields.list("audiences")
    typedAudiences = try fields.optionalList("typedAudiences")
    attributes = try fields.list("attributes")
    events = try fields.list("events")
    integrations = try fields.optionalList("integrations")
    holdouts = try fields.optionalList("holdouts")
    localHoldouts = try fields.optionalList("localHoldouts")
    injectFallbackVariations()
    try checkSharing(lines: flagLines)
  }

  /// All experiments: first those without a group, then the experiments of the groups.
  public var allExperiments: [Experiment] {
    groups.isEmpty ? experiments : experiments + groups.flatMap(\.experiments)
  }

  /// The audiences without duplicate ids; an audience in the current format takes precedence.
  public var effectiveAudiences: [Audience] {
    var seen: Set<String> = []
    return (typedAudiences + audiences).filter { seen.insert($0.id).inserted }
  }
}

// MARK: Feature rollouts

extension Datafile {
  /// Adds the fallback variation of its flag to each feature rollout: the first variation of the flag's
  /// last delivery rule.
  ///
  /// Users to whom the traffic allocation assigns no other variation get the fallback variation.
  private mutating func injectFallbackVariations() {
    let featureRollouts = Set(
      allExperiments.lazy.filter { $0.type == Experiment.featureRollout }.map(\.id)
    )
    guard !featureRollouts.isEmpty else { return }
    let fallbacks = fallbackVariations(of: featureRollouts)
    for index in experiments.indices { Self.inject(fallbacks, into: &experiments[index]) }
    for group in groups.indices {
      for index in groups[group].experiments.indices {
        Self.inject(fallbacks, into: &groups[group].experiments[index])
      }
    }
  }

  /// Returns the variations to add, by the id of the feature rollout.
  ///
  /// If several flags share a rollout, its variation is added only once to a feature rollout. A second
  /// copy would have no effect: its range starts at 10,000, where the range of the first copy ends.
  private func fallbackVariations(of featureRollouts: Set<String>) -> [String: [Variation]] {
    let rollouts = Dictionary(rollouts.map { ($0.id, $0) }) { $1 }
    var fallbacks: [String: [Variation]] = [:]
    var addedRollouts: [String: Set<String>] = [:]
    for flag in flags {
      guard let fallback = rollouts[flag.rolloutID]?.rules.last?.variations.first else { continue }
      for id in flag.experimentIDs where featureRollouts.contains(id) {
        guard addedRollouts[id, default: []].insert(flag.rolloutID).inserted else { continue }
        fallbacks[id, default: []].append(fallback)
      }
    }
    return fallbacks
  }

  private static func inject(_ fallbacks: [String: [Variation]], into experiment: inout Experiment)
  {
    guard experiment.type == Experiment.featureRollout else { return }
    for variation in fallbacks[experiment.id] ?? [] {
      experiment.variations.append(variation)
      experiment.trafficAllocation.append(TrafficRange(entityID: variation.id, end: 10_000))
    }
  }

  /// A user attribute that the project declares.
  public struct Attribute: Hashable, Sendable, DatafileObject {
    /// The id of the attribute, which events contain.
    public let id: String
    /// The key of the attribute in apps and conditions.
    public let key: String

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
    }
  }

  /// An event that apps may track.
  public struct Event: Hashable, Sendable, DatafileObject {
    /// The id of the event, which conversions contain.
    public let id: String
    /// The key with which apps track the event.
    public let key: String
    /// The ids of the experiments that use the event as a metric.
    public let experimentIDs: [String]

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      key = try fields.text("key")
      experimentIDs = try fields.texts("experimentIds")
    }
  }

  /// An integration of the project with another system.
  public struct Integration: Hashable, Sendable, DatafileObject {
    /// The name of the system, such as `odp`.
    public let key: String
    /// The base URL of the system; `nil` if the integration has none.
    public let host: String?
    /// The API key for the system; `nil` if the integration has none.
    public let publicKey: String?

    init(_ fields: some DocumentFields) throws(DocumentError) {
      key = try fields.text("key")
      host = try fields.optionalText("host")
      publicKey = try fields.optionalText("publicKey")
    }
  }

  /// The region in which the service stores the data of a project.
  public enum Region: String, CaseIterable, Hashable, Sendable {
    /// The region of the United States, with its own event service.
    case unitedStates = "US"
    /// The region of the European Union, with its own event service.
    case europeanUnion = "EU"
  }
}

/// The region in which the service stores the data of a project, under its name in the SDK.
public typealias Region = Datafile.Region

// Keeps the uppercase names of the Swift SDK.
// swift-format-ignore: AlwaysUseLowerCamelCase
extension Datafile.Region {
  /// The region of the United States, under its name in the SDK.
  public static var US: Self { .unitedStates }
  /// The region of the European Union, under its name in the SDK.
  public static var EU: Self { .europeanUnion }
}

/// The error of a document that is not a valid datafile.
public enum DatafileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document is not JSON, or a field is missing or malformed.
  case invalid(DocumentError)
  /// The datafile has a version other than 4.
  case version(found: String, line: Int?)

  /// The line number of the error, counted from 1; `nil` if the line is unknown.
  public var line: Int? {
    switch self {
    case .invalid(let error): error.line
    case .version(_, let line): line
    }
  }

  /// The message, which contains the found and the expected value.
  public var description: String { "\(DocumentError(self))" }
}

extension DocumentError {
  /// Converts the error of a datafile to the general error of documents.
  package init(_ error: DatafileError) {
    switch error {
    case .invalid(let error): self = error
    case .version(let found, let line):
      self = .unexpected(path: "version", line: line, found: "\"\(found)\"", expected: "\"4\"")
    }
  }
}
