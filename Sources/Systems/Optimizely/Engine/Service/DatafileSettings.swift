/// The settings with which a dashboard evaluates a datafile.
public struct DatafileSettings: Hashable, Sendable {
  /// The order in which an `and` condition combines its operands: whether false takes precedence
  /// over unknown.
  public var order: ConjunctionOrder
  /// The SDK key with which the datafile was requested; `nil` for a datafile without a key, such as
  /// a file.
  public var key: String?
  /// The URL to which impressions are sent, as displayed; `nil` if no impressions are sent.
  public var sink: String?

  /// Creates settings; the defaults evaluate as the Swift SDK does and send no impressions.
  ///
  /// - Parameters:
  ///   - order: Whether `false` takes precedence over unknown in an `and` condition.
  ///   - key: The SDK key with which the datafile was requested.
  ///   - sink: The URL to which impressions are sent, as displayed.
  public init(order: ConjunctionOrder = .leftToRight, key: String? = nil, sink: String? = nil) {
    self.order = order
    self.key = key
    self.sink = sink
  }
}
