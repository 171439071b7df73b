import Documents
import FeatureFlags
import Networking

/// A stream of the changes of a range of keys in etcd, for a single consumer.
struct EtcdWatch: Sendable {
  /// The changes of one or more revisions, in their order.
  struct Message: Hashable, Sendable {
    /// The revision of etcd at the time when the message was sent.
    let revision: Int64
    let events: [EtcdEvent]

    /// The size of the keys and values in bytes.
    var size: Int { events.reduce(0) { $0 + $1.item.size } }
  }

  /// The maximum number of consecutive empty lines; etcd sends no empty lines.
  private static let emptyLineLimit = 1_000

  private var lines: HTTPLines.Iterator
  /// The error of the line after the last returned messages, which the next call throws.
  private var failure: TeamError?

  init(_ lines: HTTPLines.Iterator) {
    self.lines = lines
  }

  /// Waits until etcd has created the watch.
  ///
  /// - Throws: `compacted` if etcd has removed the first requested revision.
  mutating func begin() async throws(TeamError) {
    _ = try await message()
  }

  /// Waits for the next message, and returns all messages that were received since the last call.
  ///
  /// - Throws: The reason why the stream has ended; a stream that ends without a reason is
  ///   `unavailable`.
  mutating func next() async throws(TeamError) -> [Message] {
    if let failure { throw failure }
    var messages = [try await message()]
    do throws(TeamError) {
      for line in lines.buffered() where !line.isEmpty { messages.append(try Message(line)) }
    } catch {
      failure = error
    }
    return messages
  }

  private mutating func message() async throws(TeamError) -> Message {
    guard let line = try await line() else {
      throw .unavailable(reason: "etcd has ended the watch for changes")
    }
    return try Message(line)
  }

  /// Returns the error of a response whose status is not 200.
  mutating func rejection(status: Int) async throws(TeamError) -> TeamError {
    let body = try await line() ?? ""
    return TeamError(status: status, Array(body.utf8), hasCredentials: true)
  }

  private mutating func line() async throws(TeamError) -> String? {
    for _ in 0...Self.emptyLineLimit {
      let line = try await mapError(
        awaiting: await lines.next(isolation: #isolation),
        to: TeamError.unreachable
      )
      guard let line else { return nil }
      if !line.isEmpty { return line }
    }
    throw .malformed(.empty)
  }
}

extension EtcdWatch.Message {
  /// Parses one line of the stream.
  ///
  /// - Throws: The error that the line contains, or `malformed`.
  init(_ line: String) throws(TeamError) {
    let content = try mapError(
      Content(
        JSONReader.read(Array(line.utf8), valueLimit: .teamResponseValues)
      ),
      to: TeamError.malformed
    )
    switch content {
    case .message(let message): self = message
    case .error(let error): throw error
    }
  }

  /// A message, or the error with which etcd ends the watch.
  private enum Content {
    case message(EtcdWatch.Message)
    case error(TeamError)

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      if let error = fields.value("error") {
        let fields = try FieldReader(error)
        let status = Int(clamping: try fields.integer("http_code"))
        self = .error(
          TeamError(
            code: Int(clamping: try fields.integer("grpc_code")),
            try fields.optionalText("message") ?? "no message",
            status: status,
            hasCredentials: true
          )
        )
        return
      }
      self = try fields.value("result", expected: "an object", read: Self.result)
    }

    private static func result(_ node: Node) throws(DocumentError) -> Content {
      let fields = try FieldReader(node)
      if try fields.optionalFlag("canceled") == true {
        return .error(try cancellation(fields))
      }
      let revision = try fields.header()
      let events = try fields.optionalList("events") { node throws(DocumentError) in
        try EtcdEvent(node, at: revision)
      }
      return .message(EtcdWatch.Message(revision: revision, events: events ?? []))
    }

    /// Returns the error of a watch that etcd has cancelled; permission errors can be recognised only by
    /// their text.
    private static func cancellation(_ fields: FieldReader) throws(DocumentError) -> TeamError {
      if try fields.integer("compact_revision") > 0 { return .compacted }
      let text = try fields.optionalText("cancel_reason")
      let reason = text?.excerpt ?? "etcd has cancelled the watch for changes"
      if reason.contains("PermissionDenied") { return .forbidden }
      if reason.contains("Unauthenticated") { return .unauthenticated(hasCredentials: true) }
      return .unavailable(reason: reason)
    }
  }
}
