/// Limits that bound the memory and the time for a datafile, whatever it references.
///
/// Flags reference rules by id: a short list of ids can reference many rules, each with many
/// variations. A datafile that exceeds ``sharedParts`` or ``valuesOfFlag`` is invalid; the error
/// names the flag that exceeds the limit.
package enum DatafileLimits {
  /// The maximum number of shared parts: rules with their variations, traffic ranges, settings and
  /// variable values, counted for each flag that lists them after the first one.
  package static let sharedParts = 2_000_000
  /// The maximum product of a flag's variables and its variations that set variables.
  package static let valuesOfFlag = 100_000
  /// The number of problems that are listed for one datafile; further ones are only counted.
  package static let problems = 1_000
  /// The maximum number of rules and holdouts that reference an audience for a warning about the
  /// audience to be listed under their flags; with more references it is listed under the datafile.
  package static let referencesOfAudience = 200
  /// The number of attribute conditions in the trace of one decision; for further audiences the
  /// trace has only the result.
  package static let tracedConditions = 10_000
  /// The number of Unicode scalars of a name or condition that a warning shows; the rest is
  /// truncated.
  static let quotedCharacters = 200
  /// The maximum product of a flag's variables and the variations of one rule for which the values
  /// are parsed when the datafile is loaded; values of larger rules are parsed for each decision.
  static let parsedValuesOfRule = 128
}
