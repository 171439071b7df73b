import FeatureFlags

/// The configuration of a project, version 4, as read.
///
/// Keys that are not known are ignored, and so are match types, condition types, experiment types
/// and variable types that are not; a missing or misshapen field makes the whole file void.
public struct Datafile: Hashable, Sendable {
  /// The identifier of the project.
  public let projectID: String
  /// The identifier of the account.
  public let accountID: String
  /// The revision; it is compared only for being another one.
  public let revision: String
  /// The key by which apps ask for the datafile.
  public let sdkKey: String?
  /// The environment, such as `production`.
  public let environmentKey: String?
  /// Where the data of the project are kept.
  public let region: Region
  /// Whether events leave out the last part of addresses.
  public let anonymizesAddress: Bool
  /// Whether events of bots are sorted out; `nil` if the datafile says nothing.
  public let filtersBots: Bool?
  /// Whether every decision is told, and not only those of experiments.
  public let sendsFlagDecisions: Bool
  /// The experiments outside of groups.
  public private(set) var experiments: [Experiment]
  /// The groups, with their experiments.
  public private(set) var groups: [Group]
  /// The flags, in the order of the datafile.
  public let flags: [Flag]
  /// The rollouts.
  public let rollouts: [Rollout]
  /// The audiences in the older form; one of `typedAudiences` with the same identifier hides it.
  public let audiences: [Audience]
  /// The audiences.
  public let typedAudiences: [Audience]
  /// The attributes that the project knows.
  public let attributes: [Attribute]
  /// The events that apps may track.
  public let events: [Event]
  /// The other systems that the project works with.
  public let integrations: [Integration]
  /// The holdouts that are for all rules.
  public let holdouts: [Holdout]
  /// The holdouts that are for some rules only.
  public let localHoldouts: [Holdout]

  /// Reads a datafile.
  ///
  /// - Throws: What is not as it should be, with the path of the field and its line.
  public init(bytes: [UInt8]) throws(DatafileError) {
    let fields: FieldReader
    let version: String
    do throws(ConfigurationError) {
      fields = try FieldReader(try JSONReader.read(bytes))
      version = try fields.text("version")
    } catch {
      throw .invalid(error)
    }
    guard version == "4" else {
      throw .version(found: version, line: fields.value("version")?.line)
    }
    do throws(ConfigurationError) { try self.init(fields) } catch { throw .invalid(error) }
  }

  private init(_ fields: FieldReader) throws(ConfigurationError) {
    projectID = try fields.text("projectId")
    accountID = try fields.text("accountId")
    revision = try fields.text("revision")
    sdkKey = try fields.optionalText("sdkKey")
    environmentKey = try fields.optionalText("environmentKey")
    let hasRegion = fields.value("region") != nil
    region = hasRegion ? try fields.choice("region", of: Region.self) : .unitedStates
    anonymizesAddress = try fields.flag("anonymizeIP")
    filtersBots = try fields.optionalFlag("botFiltering")
    sendsFlagDecisions = try fields.optionalFlag("sendFlagDecisions") ?? false
    experiments = try fields.list("experiments", of: Experiment.init)
    groups = try fields.list("groups", of: Group.init)
    flags = try fields.list("featureFlags", of: Flag.init)
    rollouts = try fields.list("rollouts", of: Rollout.init)
    audiences = try fields.list("audiences", of: Audience.init)
    typedAudiences = try fields.optionalList("typedAudiences", of: Audience.init) ?? []
    attributes = try fields.list("attributes", of: Attribute.init)
    events = try fields.list("events", of: Event.init)
    integrations = try fields.optionalList("integrations", of: Integration.init) ?? []
    holdouts = try fields.optionalList("holdouts", of: Holdout.init) ?? []
    localHoldouts = try fields.optionalList("localHoldouts", of: Holdout.init) ?? []
    injectFallbackVariations()
    try checkSharing(lines: fields.value("featureFlags")?.list?.map(\.line) ?? [])
  }

  /// All experiments, those of groups last.
  public var allExperiments: [Experiment] { experiments + groups.flatMap(\.experiments) }

  /// The audiences that count, each identifier once.
  public var effectiveAudiences: [Audience] {
    var seen: Set<String> = []
    return (typedAudiences + audiences).filter { seen.insert($0.id).inserted }
  }
}

// MARK: Feature rollouts

extension Datafile {
  /// Gives users outside a feature rollout's traffic what everyone else gets, inside the rollout.
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

  /// The variations for everyone else, by the id of the feature rollout before them.
  ///
  /// Flags that share a rollout give its variation once: a second copy has the same id and key, and
  /// begins where the traffic of the first one ends, so that no user can get it.
  private func fallbackVariations(of featureRollouts: Set<String>) -> [String: [Variation]] {
    let rollouts = Dictionary(rollouts.map { ($0.id, $0) }) { $1 }
    var fallbacks: [String: [Variation]] = [:]
    var givers: [String: Set<String>] = [:]
    for flag in flags {
      guard let fallback = rollouts[flag.rolloutID]?.rules.last?.variations.first else { continue }
      for id in flag.experimentIDs where featureRollouts.contains(id) {
        guard givers[id, default: []].insert(flag.rolloutID).inserted else { continue }
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
}
