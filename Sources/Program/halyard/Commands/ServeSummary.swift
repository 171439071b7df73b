import Documents
import FeatureFlags
import Files
import FoundationEssentials
import Workbench

/// The file with the evaluations of a server and the users of its tests, for a test run in a build.
struct ServeSummary: Sendable {
  /// The name of the source.
  let source: String
  let path: String

  /// Replaces the file.
  ///
  /// - Throws: `output`, if the file cannot be written.
  func write(_ activity: ServingActivity) throws(Failure) {
    let text = json(of: activity).text(isPretty: true) + "\n"
    try mapError(FileSystem.writeOutput(path, Array(text.utf8))) { (error: SystemError) in
      Failure.output(path: path, reason: error.reason)
    }
  }

  private func json(of activity: ServingActivity) -> JSONValue {
    let uses = activity.uses.sorted { $0.key.rawValue < $1.key.rawValue }
    let results = activity.results.sorted { $0.key < $1.key }.map { key, counts in
      let counts = counts.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.integer($0.value)) }
      return (key: key, value: JSONValue.object(counts))
    }
    let unknown = activity.unknownKeys.map { (key: $0.key, value: JSONValue.integer($0.count)) }
    let tests = activity.tests.sorted { $0.key.rawValue < $1.key.rawValue }
    return .object([
      ("source", .string(source)), ("start", .string(activity.start.formatted(.iso8601))),
      ("end", .string(Date().formatted(.iso8601))), ("requests", .integer(activity.requestCount)),
      ("bulkEvaluations", .integer(activity.bulkCount)),
      ("evaluations", .object(uses.map { ($0.key.rawValue, .integer($0.value.count)) })),
      ("results", .object(results)), ("unknownKeys", .object(unknown)),
      ("tests", .list(tests.map { $0.value.json(of: $0.key) })),
    ])
  }
}
