import FeatureFlags
import Locking
import Workbench

/// Counts requests and evaluations, and formats them as Prometheus text.
final class ServingMetrics: Sendable {
  private struct Request: Hashable {
    let endpoint: String
    let status: Int
  }

  private struct Outcome: Hashable {
    let feature: Feature.Name
    let variation: String
  }

  private struct State {
    var requests: [Request: Int] = [:]
    var evaluations: [Outcome: Int] = [:]
    /// The approximate memory of the keys of `evaluations`, in bytes.
    var evaluationsMemory = 0
    var bulkEvaluations = 0
    /// The number of requests for each upper bound of the latency; the last element counts those above all
    /// bounds.
    var latencies = [Int](repeating: 0, count: ServingMetrics.bounds.count + 1)
    var latencySum = Duration.zero
  }

  /// The upper bounds of the latency histogram, in microseconds.
  private static let bounds = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000]
  /// The largest number of counted pairs of feature and variation, and the bytes of their names; further
  /// pairs are not counted.
  private static let outcomeLimit = (count: 50_000, memory: 8 << 20)

  private let state = Locked(State())

  func recordRequest(_ endpoint: String, status: Int, latency: Duration) {
    let microseconds =
      latency.components.attoseconds / 1_000_000_000_000
      + latency.components.seconds * 1_000_000
    let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.requests[Request(endpoint: endpoint, status: status), default: 0] += 1
      state.latencies[bucket] += 1
      state.latencySum += latency
    }
  }

  func recordEvaluation(_ result: ServedResult) {
    recordEvaluation(of: result.feature.name, result.variant)
  }

  /// Counts evaluations of a feature; long names, which an upstream can send, are cut.
  func recordEvaluation(of feature: Feature.Name, _ variation: String, count: Int = 1) {
    let outcome = Outcome(
      feature: Feature.Name(rawValue: ActivityRecorder.cut(feature.rawValue)),
      variation: ActivityRecorder.cut(variation)
    )
    let memory = 128 + outcome.feature.rawValue.utf8.count + outcome.variation.utf8.count
    state.withLock { state in
      if state.evaluations[outcome]?.add(count: count) != nil {
        return
      } else if state.evaluations.count < Self.outcomeLimit.count,
        state.evaluationsMemory + memory <= Self.outcomeLimit.memory
      {
        state.evaluations[outcome] = count
        state.evaluationsMemory += memory
      }
    }
  }

  func recordBulkEvaluation() {
    state.withLock { $0.bulkEvaluations += 1 }
  }

  /// Whether the text of the metrics is short enough to be created on the thread of a connection.
  var isQuick: Bool { state.withLock { $0.evaluations.count } <= 500 }

  /// Returns the metrics in the text format of Prometheus, with the users of tests.
  func text(streams: Int, tests: [Feature.Name: TestUsers]) -> String {
    let state = state.withLock { $0 }
    var text = ""
    text.append("halyard_http_requests_total", .counter, "Requests by endpoint and status.")
    let requests = state.requests.sorted {
      ($0.key.endpoint, $0.key.status) < ($1.key.endpoint, $1.key.status)
    }
    for (request, count) in requests {
      text += "halyard_http_requests_total{endpoint=\"\(request.endpoint)\","
      text += "status=\"\(request.status)\"} \(count)\n"
    }
    text.append(
      "halyard_evaluations_total",
      .counter,
      "Single evaluations by feature and variation, with those that SDKs report."
    )
    let evaluations = state.evaluations.sorted {
      ($0.key.feature.rawValue, $0.key.variation) < ($1.key.feature.rawValue, $1.key.variation)
    }
    for (outcome, count) in evaluations {
      text += "halyard_evaluations_total{feature=\(Self.label(outcome.feature.rawValue)),"
      text += "variation=\(Self.label(outcome.variation))} \(count)\n"
    }
    text.append(
      "halyard_bulk_evaluations_total",
      .counter,
      "Requests that evaluated all features at once."
    )
    text += "halyard_bulk_evaluations_total \(state.bulkEvaluations)\n"
    Self.appendLatencies(of: state, to: &text)
    text.append("halyard_event_streams", .gauge, "Open event streams.")
    return text + "halyard_event_streams \(streams)\n" + Self.text(of: tests)
  }

  private static func appendLatencies(of state: State, to text: inout String) {
    let name = "halyard_http_request_duration_seconds"
    text.append(name, .histogram, "Time from the complete request to its response.")
    var total = 0
    for (bound, count) in zip(bounds, state.latencies) {
      total += count
      text += "\(name)_bucket{le=\"\(Double(bound) / 1_000_000)\"} \(total)\n"
    }
    total += state.latencies.last ?? 0
    let sum = state.latencySum / .seconds(1)
    text += "\(name)_bucket{le=\"+Inf\"} \(total)\n\(name)_sum \(sum)\n\(name)_count \(total)\n"
  }

  /// Encodes the value of a label; backslashes, quotes and line breaks are escaped.
  static func label(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension String {
  enum MetricType: String {
    case counter, gauge, histogram
  }

  mutating func append(_ metric: String, _ type: MetricType, _ help: String) {
    self += "# HELP \(metric) \(help)\n# TYPE \(metric) \(type.rawValue)\n"
  }
}

extension ServingMetrics {
  /// Formats the users of tests as Prometheus text.
  static func text(of tests: [Feature.Name: TestUsers]) -> String {
    let tests = tests.sorted { $0.key.rawValue < $1.key.rawValue }
    var text = ""
    func append(
      _ metric: String,
      _ help: String,
      _ lines: (TestUsers) -> [(labels: String, value: String)]
    ) {
      text.append(metric, .gauge, help)
      for (name, users) in tests {
        for line in lines(users) {
          text += "\(metric){feature=\(label(name.rawValue))\(line.labels)} \(line.value)\n"
        }
      }
    }
    append("halyard_test_users", "Distinct users of a test by variation, without overrides.") {
      users in
      users.rows.map { (",variation=\(label($0.variation))", "\($0.users)") }
    }
    append("halyard_test_expected_share", "Share of the users that the source intends.") { users in
      users.rows.compactMap { row in
        row.expected.map { (",variation=\(label(row.variation))", "\($0)") }
      }
    }
    append("halyard_test_p_value", "Probability of a larger deviation by chance.") { users in
      users.fit.p.map { [("", "\($0)")] } ?? []
    }
    append("halyard_test_unsteady_users", "Users who got several variations.") { users in
      [("", "\(users.unsteadyCount)")]
    }
    append("halyard_test_overridden_users", "Users whose variation an override determined.") {
      users in
      [("", "\(users.overridden)")]
    }
    return text
  }
}
