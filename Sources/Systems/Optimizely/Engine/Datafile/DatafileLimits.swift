/// The limits that bound the memory and the time for a malicious or very large datafile.
///
/// Flags reference rules by id: a short list of ids can reference many rules with many variations.
/// A datafile that exceeds ``sharedParts`` or ``valuesOfFlag`` is invalid; the error names the flag
/// that exceeds the limit.
package enum DatafileLimits {
  /// The maximum number of shared parts: rules with their variations, traffic ranges, settings and
  /// variable values, counted once for each further flag with the same rules.
  package static let sharedParts = 2_000_000
  /// The maximum product of a flag's variables and its variations that set variables.
  package static let valuesOfFlag = 100_000
  /// The maximum number of problems that are listed for one datafile; further problems are only
  /// counted.
  package static let problems = 1_000
  /// The maximum number of references to an audience, by rules and holdouts, up to which a warning
  /// about the audience is listed under each flag; above the limit, the warning is listed once for
  /// the datafile.
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
