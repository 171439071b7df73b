import Documents
import FeatureFlags
import HTTPServer
import LaunchDarkly

import struct FoundationEssentials.Data

/// The request of a client SDK for the results of a context.
struct ClientResultsRequest: Hashable, Sendable {
  let context: EvaluationContext
  /// The bytes of the context as received.
  let size: Int
  private let sdk: LaunchDarklyClientSDK
  private let hasReasons: Bool

  /// The largest context of an event stream, in bytes as received: a stream keeps it until its end.
  static let streamLimit = 32 << 10

  /// The parts of a request that remain valid after its handler has returned.
  struct Query: Sendable {
    fileprivate let path: String
    /// The body with the context; `nil` if the path has it.
    fileprivate let body: [UInt8]?
    fileprivate let hasReasons: Bool

    init(_ request: borrowing ServerRequest) {
      self.init(
        path: request.path,
        body: request.method == .report ? request.body : nil,
        hasReasons: request.parameter("withReasons") == "true"
      )
    }

    init(path: String, body: [UInt8]?, hasReasons: Bool = false) {
      (self.path, self.body, self.hasReasons) = (path, body, hasReasons)
    }

    var size: Int { body?.count ?? path.utf8.count }
  }

  /// Parses the context: JSON in the body, or in Base64 at the end of the path.
  ///
  /// - Throws: The syntax error, or `unexpected` for a context that is no object.
  init(_ query: Query) throws(DocumentError) {
    let end = String(query.path.split(separator: "/").last ?? "")
    let node = try JSONReader.read(query.body ?? Self.decoded(end), as: .json)
    guard node.members != nil else { throw node.mismatch(expected: "a context") }
    context = EvaluationContext(launchDarkly: AttributeValue(node))
    size = query.size
    sdk = query.path.hasPrefix("/m") ? .mobile : .browser
    hasReasons = query.hasReasons
  }

  /// Decodes Base64 with or without padding, and with the characters for URLs or the usual ones.
  private static func decoded(_ text: String) -> [UInt8] {
    var usual = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }.filter { $0 != "=" })
    usual += String(repeating: "=", count: (4 - usual.utf8.count % 4) % 4)
    return Data(base64Encoded: usual).map(Array.init) ?? []
  }

  /// Evaluates the flags of a document that the SDK may see.
  func results(of served: ServedLaunchDarkly) -> (count: Int, json: [UInt8]) {
    served.evaluator.clientPayload(
      for: context,
      sdk,
      version: served.version,
      hasReasons: hasReasons
    )
  }
}

extension EvaluationContext {
  /// Creates the user of a context of LaunchDarkly, whose members are the attributes.
  init(launchDarkly context: AttributeValue) {
    guard case .object(let members) = context else {
      self.init()
      return
    }
    var key = members["key"]
    if key == nil, case .object(let user)? = members["user"] { key = user["key"] }
    self.init(targetingKey: key?.unquoted, attributes: members)
  }
}
