/// How a dashboard reads datafiles.
public struct DatafileSettings: Hashable, Sendable {
  /// What becomes of conditions of which one is unknown.
  public var order: ConjunctionOrder
  /// The key by which the datafile was asked for; `nil` if it was not asked for by one.
  public var key: String?
  /// Where impressions are sent, for people; `nil` where none is sent.
  public var sink: String?

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - order: What becomes of conditions of which one is unknown.
  ///   - key: The key by which the datafile was asked for.
  ///   - sink: Where impressions are sent, for people.
  public init(order: ConjunctionOrder = .leftToRight, key: String? = nil, sink: String? = nil) {
    self.order = order
    self.key = key
    self.sink = sink
  }
}
