import Documents
import FeatureFlags
import Text

/// The results that clients requested from a server in a run, read from the file that `--summary` has
/// written.
struct AskedResults: Sendable {
  private let path: String
  /// The number of evaluations by feature key and result.
  private let results: [String: [String: Int]]
  /// The number of requests for all features at once; they do not tell which features an app uses.
  private let bulkCount: Int
  /// The number of requests by key, for keys that belong to no feature.
  private let unknownKeys: [String: Int]

  /// The maximum size of the file in bytes.
  static let fileLimit = 64 << 20

  /// Reads the summary of a run.
  ///
  /// - Throws: `source`, if the file cannot be read or is not a summary.
  init(path: String, _ arguments: Arguments) throws(Failure) {
    let text = try arguments.text(of: path, limit: Self.fileLimit)
    self.path = path
    do throws(DocumentError) {
      let fields = try FieldReader(try JSONReader.read(Array(text.utf8), as: .json))
      results = try fields.values("results", of: Self.counts)
      bulkCount = try fields.wholeNumber("bulkEvaluations")
      unknownKeys = try fields.optionalValues("unknownKeys", of: Self.count) ?? [:]
    } catch {
      throw .source(.invalid(path, .document(error)))
    }
  }

  /// Whether a client has requested the feature, alone or with all features.
  func isAsked(_ name: String) -> Bool { bulkCount > 0 || results[name] != nil }

  private static func counts(_ node: Node) throws(DocumentError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for member in node.members ?? [] { counts[member.key] = try count(member.node) }
    return counts
  }

  private static func count(_ node: Node) throws(DocumentError) -> Int {
    guard let count = node.number.flatMap(Int.init(exactly:)) else {
      throw node.mismatch(expected: "a whole number")
    }
    return count
  }

  /// Compares the results of a feature in the run with the expected result.
  ///
  /// - Parameters:
  ///   - word: The name of the feature.
  ///   - expected: The expected result of each evaluation; `nil` accepts any result.
  ///   - variables: The expected values of variables.
  /// - Returns: One line with the number of evaluations.
  /// - Throws: `lookUp` with the reason, if a client received another result, or no client requested the
  ///   feature.
  func check(
    _ word: String,
    expected: String?,
    _ variables: [(name: String, value: String)]
  ) throws(Failure) -> String {
    if case .ambiguous(let names) = NameMatch(of: word, among: results.keys) {
      throw .ambiguous(word, names)
    }
    var name = word
    if case .found(let found) = NameMatch(of: word, among: results.keys) { name = found }
    var count = 0
    if expected != nil || variables.isEmpty { count += try check(name, is: expected) }
    for variable in variables {
      count += try check("\(name).\(variable.name)", is: variable.value)
    }
    return "\(name): \(Number.count(count, "evaluation")), as expected"
  }

  private func check(_ key: String, is expected: String?) throws(Failure) -> Int {
    guard let counts = results[key] else { throw .lookUp("\(key): \(reasonForAbsence(of: key))") }
    let total = counts.values.reduce(0, +)
    guard let expected else { return total }
    let others = counts.filter { !Self.matches($0.key, expected) }
    guard !others.isEmpty else { return total }
    let found = others.sorted { $0.key < $1.key }
      .map { "\($0.key.isEmpty ? "\"\"" : $0.key) in \($0.value)" }.joined(separator: ", ")
    throw .lookUp(
      "\(key): found \(found) of \(Number.count(total, "evaluation")), expected \(expected)"
    )
  }

  private func reasonForAbsence(of key: String) -> String {
    if let count = unknownKeys[key] {
      return "clients requested it \(Number.count(count, "time")), but no feature has this name"
    }
    let nearest = NameSuggestions.suggestions(
      for: key,
      among: Set(results.keys).union(unknownKeys.keys)
    )
    let hint = nearest.isEmpty ? "" : "; similar: \(nearest.joined(separator: ", "))"
    let bulk = Number.count(bulkCount, "request")
    let others = bulkCount == 0 ? "" : ", except by \(bulk) for all features"
    return "no client requested it\(others)\(hint)"
  }

  /// Whether a result equals the expected one; `on`, `enabled` and `true` are equal, for example.
  private static func matches(_ result: String, _ expected: String) -> Bool {
    func folded(_ text: String) -> String {
      switch text.lowercased() {
      case "on", "enabled", "true": "true"
      case "off", "disabled", "false": "false"
      case let other: other
      }
    }
    return folded(result) == folded(expected)
      || Double(expected).map { $0 == Double(result) } ?? false
  }
}
