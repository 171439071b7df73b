/// The experiments at one time, as the snapshot file keeps them.
public struct ExperimentSnapshot: Hashable, Sendable, Codable {
  /// When the snapshot was taken, in seconds since 1970.
  public let timestamp: Double
  /// The experiments by their keys.
  public let data: [String: Experiment]

  /// Makes a snapshot.
  public init(timestamp: Double, data: [String: Experiment]) {
    self.timestamp = timestamp
    self.data = data
  }

  /// How many experiments there are.
  public var count: Int { data.count }
  /// The experiments, in the order of their keys.
  public var experiments: [Experiment] { data.sorted { $0.key < $1.key }.map(\.value) }
  /// Whether there are experiments.
  public var hasData: Bool { !data.isEmpty }
}
