import Documents
import FeatureFlags
import Files
import FlagSystem
import Optimizely
import OptimizelyEngine
import Serving
import TestSupport

/// A datafile for tests of ``ServedDatafile``, with users who get different variations.
struct DatafileProject {
  let name: String
  let bytes: [UInt8]
  let evaluator: DatafileEvaluator
  let store: FlagStore
  let users: [EvaluationContext]

  /// The names of the projects: a small datafile, rules of all kinds, holdouts, and random projects.
  static let names =
    ["datafile", "synthetic_rules", "synthetic_holdouts", "older_holdouts", "sparing_holdouts"]
    + (0..<(Effort.isFull ? 12 : 2)).map { "random_\($0)" } + ["held_random_0", "held_random_1"]

  /// Creates a project.
  ///
  /// - Parameters:
  ///   - name: The name of the project.
  ///   - order: The order of conditions.
  ///   - count: The number of users with generated keys.
  /// - Throws: The error of the datafile.
  init(
    _ name: String,
    order: ConjunctionOrder = .leftToRight,
    users count: Int = Effort.isFull ? 4 : 2
  ) throws {
    let recorded = name.split(separator: "held_").last.map(String.init) ?? name
    self.name = name
    bytes = Array(try Self.text(of: name).utf8)
    let configuration = try ConfigurationFormat.optimizely(DatafileSettings(order: order))
      .parse(bytes)
    evaluator =
      try configuration.evaluator as? DatafileEvaluator
      ?? DatafileEvaluator(
        Evaluator(try Datafile(bytes: bytes))
      )
    users = try Self.users(count) + Self.recordedUsers(of: recorded)
    store = FlagStore(context: users[0])
    try store.load(configuration)
  }

  /// The keys of the flags.
  var flags: [String] { evaluator.evaluator.keys }

  /// Generates the datafile with the overrides that are active in the store.
  func served(for user: String? = nil) throws -> [UInt8] {
    let state = ServedState(
      features: store.features,
      evaluator: evaluator,
      context: store.context,
      document: bytes
    )
    return try ServedDatafile.bytes(of: state.only(user))
  }

  /// Whether the flag has a contextual bandit, whose variation depends on the prediction of a server.
  func hasBandit(_ key: String) -> Bool {
    let datafile = evaluator.evaluator.datafile
    let bandits = datafile.allExperiments.filter { $0.contextualBandit != nil }.map(\.id)
    return datafile.flags.contains {
      $0.key == key && !Set($0.experimentIDs).isDisjoint(with: bandits)
    }
  }

  /// Whether the flag shares a rule with another flag.
  func sharesRules(_ key: String) -> Bool {
    let flags = evaluator.evaluator.datafile.flags
    guard let flag = flags.first(where: { $0.key == key }) else { return false }
    return flags.contains { other in
      other.key != key
        && (!Set(other.experimentIDs).isDisjoint(with: flag.experimentIDs)
          || !flag.rolloutID.isEmpty && other.rolloutID == flag.rolloutID)
    }
  }
}

// MARK: Documents and users

extension DatafileProject {
  private static let tests = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()

  private static func file(_ path: String) throws -> String {
    String(decoding: try FileSystem.read("\(tests)/\(path)"), as: UTF8.self)
  }

  /// The recorded random projects with their users; parsed once, because the file is large.
  private static let recording = Result {
    JSONValue(parsing: try file("OptimizelyTests/Fixtures/agreement/cases.json"))
  }

  private static func text(of name: String) throws -> String {
    if name == "datafile" {
      // The Python SDK expects the conditions of legacy audiences as text.
      return try file("OptimizelyTests/Fixtures/datafile.json")
        .replacing("\"audiences\": [", with: "\"audiences\": [], \"typedAudiences\": [")
    }
    if name == "synthetic_rules" { return try rules("synthetic_rules") }
    if name.hasPrefix("random_") { return try recording.get()?["datafiles"]?[name]?.text() ?? "" }
    if name.hasPrefix("held_") {
      let held = try text(of: String(name.dropFirst(5)))
      return "\(held.dropLast()),\"holdouts\":[\(holdout)]}"
    }
    let holdouts = try rules("synthetic_holdouts").replacing("2000", with: "7000")
    return switch name {
    case "older_holdouts":
      holdouts.replacing(
        "\"includedRules\": [\n    \"ignored\"\n   ]",
        with: "\"includedFlags\": [], \"excludedFlags\": []"
      )
    case "sparing_holdouts":
      holdouts.replacing(
        "\"key\": \"global_us\",",
        with: "\"key\": \"global_us\", \"excludeTargetedDeliveries\": true,"
      )
    default: holdouts
    }
  }

  /// Reads a datafile with all kinds of rules, and removes its references to missing rules and rollouts.
  ///
  /// Because of such a reference, some SDKs reject the whole datafile.
  private static func rules(_ name: String) throws -> String {
    try file("OptimizelyTests/Fixtures/\(name).json").replacing("\" 4005 \"", with: "\"4005\"")
      .replacing("\"no-such-rollout\"", with: "\"\"")
      .replacing(#/,\s*"nope"/#, with: "")
      .replacing("\"defaultValue\": null", with: "\"defaultValue\": \"\"")
  }

  private static let holdout = """
    {"id":"77","key":"half","status":"Running","audienceIds":[],"variations":[
    {"id":"771","key":"held","featureEnabled":false,"variables":[]}],
    "trafficAllocation":[{"entityId":"771","endOfRange":5000}]}
    """

  private static func users(_ count: Int) -> [EvaluationContext] {
    (0..<count).flatMap { number in
      [
        EvaluationContext(targetingKey: "user-\(number)"),
        EvaluationContext(
          targetingKey: "user-\(number)",
          attributes: [
            "country": "us", "age": 30, "member": true, "version": "2.1.0", "plan": "gold",
          ]
        ),
      ]
    }
  }

  private static func recordedUsers(of name: String) throws -> [EvaluationContext] {
    guard case .list(let cases)? = try recording.get()?["cases"] else { return [] }
    let own = cases.filter { $0["datafile"] == .string(name) }.prefix(4)
    return try own.map { recorded in
      guard case .object(let members)? = recorded["attributes"] else { return EvaluationContext() }
      let attributes = try members.map { ($0.key, try AttributeValue(json: $0.value.text())) }
      guard case .string(let user)? = recorded["user"] else { return EvaluationContext() }
      return EvaluationContext(
        targetingKey: user,
        attributes: Dictionary(attributes) { $1 }
      )
    }
  }
}

extension JSONValue {
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }
}
