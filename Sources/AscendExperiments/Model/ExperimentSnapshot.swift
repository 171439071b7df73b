import FoundationEssentials

/// The experiments at one time, as the snapshot file persists them.
public struct ExperimentSnapshot: Hashable, Sendable, Codable {
  /// The time of the snapshot, in seconds since 1970.
  public let timestamp: Double
  /// The experiments by key.
  public let data: [String: Experiment]

  /// Makes a snapshot.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the snapshot, in seconds since 1970.
  ///   - data: The experiments by key.
  public init(timestamp: Double, data: [String: Experiment]) {
    self.timestamp = timestamp
    self.data = data
  }

  /// Makes a snapshot of the current time.
  ///
  /// - Parameter data: The experiments by key.
  public init(data: [String: Experiment]) {
    self.init(timestamp: Date().timeIntervalSince1970, data: data)
  }

  /// The number of experiments.
  public var count: Int { data.count }
  /// The experiments, sorted by key.
  public var experiments: [Experiment] { data.sorted { $0.key < $1.key }.map(\.value) }
  /// Whether there are experiments.
  public var hasData: Bool { !data.isEmpty }
}

extension ExperimentSnapshot: CustomStringConvertible {
  /// The time in ISO 8601 and UTC, and the number of experiments.
  public var description: String {
    let time = Date(timeIntervalSince1970: timestamp).formatted(.iso8601)
    return "ExperimentSnapshot: \(count) experiments at \(time)"
  }
}
