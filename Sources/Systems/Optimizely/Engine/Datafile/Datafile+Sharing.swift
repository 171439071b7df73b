import Documents
import FeatureFlags

extension Datafile {
  /// Throws if the flags of the datafile share too many rules: the memory grows with the number of
  /// flags times the number of shared rules.
  ///
  /// - Parameter lines: The line number of each flag, in the order of the flags.
  /// - Throws: `unexpected` with the flag that exceeds one of the limits of `DatafileLimits`.
  func checkSharing(lines: [Int?]) throws(DocumentError) {
    let experiments = Dictionary(allExperiments.map { ($0.id, RuleSize($0)) }) { $1 }
    let rollouts = Dictionary(rollouts.map { ($0.id, RuleSize($0.rules)) }) { $1 }
    var listed: Set<String> = []
    var used: Set<String> = []
    var shared = 0
    for (number, flag) in flags.enumerated() {
      let variables = flag.variables.count
      var size = RuleSize()
      for id in flag.experimentIDs {
        guard let experiment = experiments[id] else { continue }
        size.add(experiment)
        if !listed.insert(id).inserted { shared += experiment.cost(variables: variables) }
      }
      if let rollout = rollouts[flag.rolloutID] {
        size.add(rollout)
        if !used.insert(flag.rolloutID).inserted { shared += rollout.cost(variables: variables) }
      }
      let values = size.settingVariations * variables
      let excess: (limit: Int, found: String)? =
        if shared > DatafileLimits.sharedParts {
          (DatafileLimits.sharedParts, "\(shared) rules, variations and values shared by flags")
        } else if values > DatafileLimits.valuesOfFlag {
          (DatafileLimits.valuesOfFlag, "\(values) values of variables in variations")
        } else {
          nil
        }
      guard let excess else { continue }
      throw .unexpected(
        path: "featureFlags[\(number)]",
        line: number < lines.count ? lines[number] : nil,
        found: excess.found,
        expected: "at most \(excess.limit)"
      )
    }
  }

  /// The size of one or more rules, to check the limits of `DatafileLimits`.
  private struct RuleSize {
    /// The number of rules, variations, traffic ranges and variable values that variations set.
    var parts = 0
    /// The number of variations that set variables.
    var settingVariations = 0

    init() {}

    init(_ rule: Experiment) {
      parts = 1 + rule.variations.count + rule.trafficAllocation.count
      for variation in rule.variations where !variation.variables.isEmpty {
        parts += variation.variables.count
        settingVariations += 1
      }
    }

    init(_ rules: [Experiment]) {
      for rule in rules { add(RuleSize(rule)) }
    }

    /// Returns the number of parts (rules and variables, which a limit bounds) that a further flag
    /// with the given number of variables adds, if it shares the rules of an earlier flag.
    func cost(variables: Int) -> Int {
      parts + variables * (1 + settingVariations)
    }

    mutating func add(_ other: RuleSize) {
      parts += other.parts
      settingVariations += other.settingVariations
    }
  }
}
