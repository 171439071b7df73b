/// The settings of a dashboard for datafiles.
public struct DatafileSettings: Hashable, Sendable {
  /// The treatment of unknown conditions.
  public var order: ConjunctionOrder
  /// The SDK key with which the datafile was requested; `nil` without one.
  public var key: String?
  /// The displayed address to which impressions are sent; `nil` sends none.
  public var sink: String?

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - order: The treatment of unknown conditions.
  ///   - key: The SDK key with which the datafile was requested.
  ///   - sink: The displayed address to which impressions are sent.
  public init(order: ConjunctionOrder = .leftToRight, key: String? = nil, sink: String? = nil) {
    self.order = order
    self.key = key
    self.sink = sink
  }
}
