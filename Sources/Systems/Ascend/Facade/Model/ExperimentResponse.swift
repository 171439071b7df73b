import FoundationEssentials

/// The result of a fetch of experiments, such as ``AscendExperiments/fetchExperiments(for:)``.
public struct ExperimentResponse: Hashable, Sendable, Codable {
  /// The fetched experiments; `nil` if there was nothing to fetch.
  public let data: [Experiment]?
  /// The error with which the server refused the request; `nil` for none.
  public let error: ExperimentResponseError?

  /// Creates a response; without arguments, the response of a fetch that had nothing to request.
  public init(data: [Experiment]? = nil, error: ExperimentResponseError? = nil) {
    self.data = data
    self.error = error
  }

  /// Whether the response contains at least one experiment.
  public var hasData: Bool { data?.isEmpty == false }
  /// Whether the server refused the request with an error object.
  public var hasError: Bool { error != nil }
  /// The first experiment of the response; `nil` if there is none.
  public var firstExperiment: Experiment? { data?.first }
}

extension ExperimentResponse: CustomStringConvertible {
  /// The number of experiments, or the error, for debugging.
  public var description: String {
    if let error { return "ExperimentResponse: \(error.text)" }
    return "ExperimentResponse: \(data.map { "\($0.count) experiments" } ?? "nothing to fetch")"
  }
}

/// The experiments at a point in time, as the snapshot file persists them.
public struct ExperimentSnapshot: Hashable, Sendable, Codable {
  /// The time of the snapshot, in seconds since 1970.
  public let timestamp: Double
  /// The experiments of the snapshot, by experiment key.
  public let data: [String: Experiment]

  /// Creates a snapshot with the given time.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the snapshot, in seconds since 1970.
  ///   - data: The experiments by experiment key.
  public init(timestamp: Double, data: [String: Experiment]) {
    self.timestamp = timestamp
    self.data = data
  }

  /// Creates a snapshot with the current time.
  ///
  /// - Parameter data: The experiments by experiment key.
  public init(data: [String: Experiment]) {
    self.init(timestamp: Date().timeIntervalSince1970, data: data)
  }

  /// The number of experiments in the snapshot.
  public var count: Int { data.count }
  /// The experiments of the snapshot, sorted by key.
  public var experiments: [Experiment] { data.sorted { $0.key < $1.key }.map(\.value) }
  /// Whether the snapshot contains at least one experiment.
  public var hasData: Bool { !data.isEmpty }
}

extension ExperimentSnapshot: CustomStringConvertible {
  /// A description: the time of the snapshot in ISO 8601 (UTC), and the number of experiments.
  public var description: String {
    let time = Date(timeIntervalSince1970: timestamp).formatted(.iso8601)
    return "ExperimentSnapshot: \(count) \(count == 1 ? "experiment" : "experiments") at \(time)"
  }
}
