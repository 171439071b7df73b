/// An endpoint of the server, as the program names it in the list of clients and in metrics.
package enum ServedEndpoint: String, Hashable, Sendable, CaseIterable {
  case features, datafile, ascend, template, values, evaluation, bulk, events, overrides, health
  case metrics
  /// A request for an unknown path.
  case unknown
}
