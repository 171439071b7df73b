import Documents
import FeatureFlags
import FlagSystem
import Networking

import struct FoundationEssentials.Data

/// The request of a client SDK for the results of a context.
struct ClientResultsRequest: Hashable, Sendable {
  let context: EvaluationContext
  private let sdk: LaunchDarklyClientSDK
  private let hasReasons: Bool

  /// What the results depend on, besides the context.
  var variant: String { "\(sdk)\(hasReasons ? "-reasons" : "")" }

  /// The largest context of an event stream, in bytes as received: a stream keeps it until its end.
  static let streamLimit = 32 << 10

  /// Parses the context: JSON in the body, or in Base64 at the end of the path.
  ///
  /// - Throws: The syntax error, or `unexpected` for a context that is no object.
  init(_ request: RouteRequest) throws(DocumentError) {
    let end = String(request.path.split(separator: "/").last ?? "")
    let bytes = request.method == .report ? request.body : Self.decoded(end)
    let node = try JSONReader.read(bytes, as: .json)
    guard node.members != nil else { throw node.mismatch(expected: "a context") }
    context = EvaluationContext(launchDarkly: AttributeValue(node))
    sdk = request.path.hasPrefix("/m") ? .mobile : .browser
    hasReasons = request.parameter("withReasons") == "true"
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
