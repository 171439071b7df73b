public import FoundationEssentials
import Locking
import Networking

/// An event of one user, ready to be sent.
public final class EventForDispatch: Sendable {
  /// The URL to which the event is sent, as text.
  package let address: String
  /// The start of the request body, before the visitor: the project, the client, and the opening
  /// bracket of the list of visitors.
  let head: String
  /// The JSON object of the visitor and their events; empty if the app supplied the whole body.
  let visitor: String

  package init(address: String, head: String, visitor: String) {
    self.address = address
    self.head = head
    self.visitor = visitor
  }

  /// Creates an event with the app's own body, which is sent unchanged and never batched.
  ///
  /// - Parameters:
  ///   - url: The URL to which the event is sent; `nil` means the event service of the region.
  ///   - body: The body of the request, as JSON.
  ///   - region: The region of the project.
  public init(url: URL? = nil, body: Data, region: Region = .unitedStates) {
    address = url?.absoluteString ?? Self.address(of: region)
    head = String(decoding: body, as: UTF8.self)
    visitor = ""
  }

  /// The URL to which the event is sent; a file URL if the text is not a URL.
  public var url: URL { URL(string: address) ?? URL(filePath: address) }

  /// The body of a request with only this event, as JSON.
  public var body: Data { Data(text.utf8) }

  /// The body of a request with only this event, as text.
  package var text: String { visitor.isEmpty ? head : head + visitor + Self.tail(of: head) }

  /// Returns the brackets that close the JSON of the given head: a list in an object, or only a
  /// list.
  fileprivate static func tail(of head: String) -> String { head.hasPrefix("{") ? "]}" : "]" }
}

// MARK: Event services

extension EventForDispatch {
  private struct Endpoints {
    var unitedStates = "https://logx.optimizely.com/v1/events"
    var europeanUnion = "https://eu.logx.optimizely.com/v1/events"
  }

  private static let endpoints = Locked(Endpoints())

  /// The URL to which the events of projects in the United States are sent; a new URL applies to
  /// the events that are created afterwards.
  public static var eventEndpoint: String {
    get { endpoints.withLock { $0.unitedStates } }
    set { endpoints.withLock { $0.unitedStates = newValue } }
  }

  /// The URL to which the events of projects in the European Union are sent; a new URL applies to
  /// the events that are created afterwards.
  public static var euEventEndpoint: String {
    get { endpoints.withLock { $0.europeanUnion } }
    set { endpoints.withLock { $0.europeanUnion = newValue } }
  }

  /// Returns the URL of the event service in a region.
  static func address(of region: Region) -> String {
    switch region {
    case .unitedStates: eventEndpoint
    case .europeanUnion: euEventEndpoint
    }
  }
}

extension EventForDispatch: Hashable {
  /// Whether `object` is an event with the same URL and body.
  public func isEqual(_ object: Any?) -> Bool {
    (object as? EventForDispatch).map { $0 == self } ?? false
  }

  /// Whether both events have the same URL and body.
  public static func == (left: EventForDispatch, right: EventForDispatch) -> Bool {
    left.address == right.address && left.text == right.text
  }

  /// Hashes the URL and the body.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(text)
  }
}

extension EventForDispatch: Codable, CustomStringConvertible {
  private enum CodingKeys: String, CodingKey {
    case url, body
  }

  /// Decodes an event, which is never batched.
  public convenience init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      url: fields.decode(URL.self, forKey: .url),
      body: fields.decode(Data.self, forKey: .body)
    )
  }

  /// Encodes the URL and the body.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(url, forKey: .url)
    try fields.encode(body, forKey: .body)
  }

  /// The URL without its secrets and the body, for debugging.
  public var description: String { "[url] \(URLRedaction.redacted(address)) (\(text))" }
}

/// A batch of events, which is sent to one URL in one request.
struct EventBatch: Hashable {
  let address: String
  let body: String
  /// The number of events that the batch contains.
  let count: Int

  /// Combines the first events that have the same URL, project and revision; `nil` without events.
  ///
  /// - Parameters:
  ///   - events: The pending events, oldest first.
  ///   - limit: The maximum number of events to combine.
  init?(_ events: [EventForDispatch], limit: Int) {
    guard let first = events.first else { return nil }
    address = first.address
    guard !first.visitor.isEmpty else {
      body = first.text
      count = 1
      return
    }
    let batch = events.prefix(limit).prefix {
      $0.address == first.address && $0.head == first.head && !$0.visitor.isEmpty
    }
    let visitors = batch.map(\.visitor).joined(separator: ",")
    body = first.head + visitors + EventForDispatch.tail(of: first.head)
    count = batch.count
  }
}
