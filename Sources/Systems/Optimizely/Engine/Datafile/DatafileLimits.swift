import Documents
import FeatureFlags

/// The limits that bound the memory and the time for a malicious or very large datafile.
///
/// Flags reference rules by id: a short list of ids can reference many rules with many variations.
/// A datafile that exceeds ``sharedParts`` or ``valuesOfFlag`` is invalid; the error names the flag
/// that exceeds the limit.
package enum DatafileLimits {
  /// The maximum number of parts of rules that flags share: rules, variations, traffic ranges and
  /// values of variables.
  ///
  /// Each part counts once for every flag that references its rule, except for the first flag.
  package static let sharedParts = 2_000_000
  /// The maximum product of the number of a flag's variables and the number of its variations that set
  /// variables.
  package static let valuesOfFlag = 100_000
  /// The maximum number of problems that are listed for one datafile; only the number of further
  /// problems is reported.
  package static let problems = 1_000
  /// The maximum number of references from rules and holdouts to an audience whose warnings are listed
  /// under each flag.
  ///
  /// A warning about an audience with more references is listed once for the datafile.
  package static let referencesOfAudience = 200
  /// The maximum number of attribute conditions in the trace of one decision; above the limit, the
  /// trace contains only the results of audiences.
  package static let tracedConditions = 10_000
  /// The maximum number of Unicode scalars of a name or condition in a warning; the rest is
  /// truncated.
  static let quotedCharacters = 200
  /// The maximum product of a flag's variables and a rule's variations for which values are parsed
  /// when the datafile is loaded; values of larger rules are parsed for each decision.
  static let parsedValuesOfRule = 128
}

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

    /// Returns how many shared parts (see `DatafileLimits.sharedParts`) a flag adds if an earlier flag
    /// has the same rules.
    ///
    /// - Parameter variables: The number of variables of the flag.
    /// - Returns: The number of shared parts.
    func cost(variables: Int) -> Int {
      parts + variables * (1 + settingVariations)
    }

    mutating func add(_ other: RuleSize) {
      parts += other.parts
      settingVariations += other.settingVariations
    }
  }
}
