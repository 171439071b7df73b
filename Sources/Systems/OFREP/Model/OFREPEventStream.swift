import Documents

/// An event stream that a bulk response announces, which reports changes of the evaluation.
package struct OFREPEventStream: Hashable, Sendable {
  /// The address of an event stream, in one of the two forms of OFREP.
  package enum Address: Hashable, Sendable {
    /// An absolute URL, which may contain a token.
    case url(String)
    /// A path with its query, and the origin of the URL; a `nil` origin stands for that of the OFREP
    /// server.
    case endpoint(requestURI: String, origin: String?)
  }

  package let address: Address
  /// The time without a connection to the stream after which a client must fetch all evaluations again,
  /// without an ETag; at least 1 s, 120 s by default.
  package let inactivityDelay: Duration

  /// Creates the announcement of a stream.
  package init(_ address: Address, inactivityDelay: Duration = .seconds(120)) {
    self.address = address
    self.inactivityDelay = inactivityDelay
  }

  /// Converts an element of `eventStreams`; `nil` if its type is not `sse`, or if it has no address.
  init?(_ node: Node) {
    guard node.members != nil, node["type"]?.string?.lowercased() ?? "sse" == "sse" else {
      return nil
    }
    if let url = node["url"]?.string, !url.isEmpty {
      address = .url(url)
    } else if let uri = node["endpoint"]?["requestUri"]?.string, !uri.isEmpty {
      address = .endpoint(requestURI: uri, origin: node["endpoint"]?["origin"]?.string)
    } else {
      return nil
    }
    let seconds = node["inactivityDelaySec"]?.number ?? 120
    inactivityDelay = .seconds(seconds.isFinite ? min(max(seconds, 1), 86_400) : 120)
  }
}

/// A notification that the evaluation has changed, and has to be fetched again.
package struct OFREPChange: Hashable, Sendable {
  /// The tag of the change, which is sent as a query parameter of the next bulk request; `nil` if there
  /// is none.
  package var etag: String?
  /// The date of the change as written by the server; `nil` if there is none.
  package var lastModified: String?
  /// Whether the evaluation must be fetched without revalidation, because the connection was
  /// interrupted for longer than the inactivity delay.
  package var isFull = false

  /// Creates a notification; by default it has neither a tag nor a date.
  package init(etag: String? = nil, lastModified: String? = nil, isFull: Bool = false) {
    self.etag = etag
    self.lastModified = lastModified
    self.isFull = isFull
  }

  /// Returns one notification that combines this one with a later one.
  func merged(with later: OFREPChange) -> OFREPChange {
    OFREPChange(
      etag: later.etag ?? etag,
      lastModified: later.lastModified ?? lastModified,
      isFull: isFull || later.isFull
    )
  }
}

extension OFREPChange {
  /// Parses the data of an event; `nil` if the data are malformed or have a different type of
  /// notification.
  package init?(data: String) {
    // Drops the error: a client has to ignore unknown events.
    guard let node = try? JSONReader.read(Array(data.utf8), as: .json),
      node["type"]?.string == "refetchEvaluation"
    else { return nil }
    let date = node["lastModified"]
    let seconds = date?.number.flatMap { Int64(exactly: $0) }
    self.init(etag: node["etag"]?.string, lastModified: date?.string ?? seconds.map(String.init))
  }
}
