/// The limits on what a small datafile may grow into once it is read.
///
/// Flags name rules by their ids, so that a short list of ids can stand for many rules, and each rule
/// for many variations. A datafile beyond one of the first two limits is refused with the flag that
/// exceeds the limit.
package enum DatafileLimits {
  /// The rules of shared experiments and rollouts, with their variations, traffic ranges and settings
  /// and the values of the flag's variables, counted for each flag but the first one that lists them.
  package static let sharedParts = 2_000_000
  /// The number of variables of a flag times the number of its variations that set variables.
  package static let valuesOfFlag = 100_000
  /// The number of problems that are listed for one datafile; the rest is counted.
  package static let problems = 1_000
  /// The rules and holdouts of an audience for whose flags a warning about the audience is listed; with
  /// more of them the warning is about the datafile as a whole.
  package static let referencesOfAudience = 200
  /// The conditions on attributes that the trace of a decision has; after them only the results of
  /// audiences are traced.
  package static let tracedConditions = 10_000
  /// The Unicode scalars of a name or condition that a warning shows; the rest is cut off.
  static let quotedCharacters = 200
  /// The number of a flag's variables times the variations of one of its rules up to which the values
  /// of the variations are parsed when the datafile is loaded, and not with each decision.
  static let parsedValuesOfRule = 128
}
