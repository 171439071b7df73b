import FeatureFlags
import Targeting

/// A field of the context of Unleash.
struct ContextField: Hashable, Sendable {
  fileprivate enum Kind { case userID, currentTime, topLevel, property }

  let name: String
  fileprivate let kind: Kind

  static let userID = ContextField("userId")
  static let sessionID = ContextField("sessionId")
  static let remoteAddress = ContextField("remoteAddress")
  static let currentTime = ContextField("currentTime")
  /// The host name of the app, which SDKs read from the system, and a tester sets as an attribute.
  static let hostName = ContextField("hostName")

  init(_ name: String) {
    self.name = name
    switch name {
    case "userId": kind = .userID
    case "currentTime": kind = .currentTime
    case "sessionId", "remoteAddress", "environment", "appName", "hostName": kind = .topLevel
    default: kind = .property
    }
  }
}

/// The field whose text places a user among percentages or weights.
enum Stickiness: Hashable, Sendable {
  /// The user's id, or else the id of the session, or else a random number at each call.
  case usual
  /// A random number at each call.
  case random
  case field(ContextField)

  init(_ name: String?) {
    switch name {
    case nil, "default": self = .usual
    case "random": self = .random
    case let name?: self = .field(ContextField(name))
    }
  }

  /// Returns the text of the user; `nil` if the user has none.
  func text(of user: UnleashUser) -> String? {
    switch self {
    case .usual: user.text(of: .userID) ?? user.text(of: .sessionID)
    case .random: nil
    case .field(let field): user.text(of: field)
    }
  }
}

/// The context of a user as Unleash has it.
///
/// The targeting key is the user's id. Attributes without a name of Unleash are properties.
struct UnleashUser: Sendable {
  private let context: EvaluationContext
  private let properties: [String: AttributeValue]
  private let now: @Sendable () -> Timestamp

  init(_ context: EvaluationContext, now: @escaping @Sendable () -> Timestamp) {
    self.context = context
    self.now = now
    if case .object(let properties)? = context.attributes["properties"] {
      self.properties = properties
    } else {
      properties = [:]
    }
  }

  /// Returns the text of a field; `nil` if the user does not have the field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - ownTime: Whether the current time is that of the clock for a user without a time.
  /// - Returns: The text.
  func text(of field: ContextField, ownTime: Bool = true) -> String? {
    switch field.kind {
    case .userID: context.targetingKey ?? Self.text(context.attributes[field.name])
    case .currentTime: Self.text(context.attributes[field.name]) ?? (ownTime ? now().text : nil)
    case .topLevel: Self.text(context.attributes[field.name])
    case .property: Self.text(value(ofProperty: field))
    }
  }

  /// Returns the time of a field; `nil` if the text of the field is no time.
  func time(of field: ContextField) -> Timestamp? {
    if field.kind == .currentTime, Self.text(context.attributes[field.name]) == nil { return now() }
    return text(of: field).flatMap { Timestamp($0) }
  }

  /// Returns the number of a field; `nil` if the text of the field is no number.
  ///
  /// A number may be infinite, and hexadecimal numbers are rejected.
  func number(of field: ContextField) -> Double? {
    if field.kind == .property, case .number(let number)? = value(ofProperty: field) {
      return number
    }
    guard let text = text(of: field),
      !text.utf8.contains(where: { $0 | 0x20 == 0x78 || $0 == 0x28 })
    else { return nil }
    return Double(text)
  }

  private func value(ofProperty field: ContextField) -> AttributeValue? {
    properties[field.name] ?? context.attributes[field.name]
  }

  private static func text(_ value: AttributeValue?) -> String? {
    switch value {
    case .string(let text)?: text
    case .number?, .bool?: value?.description
    case .null?, .list?, .object?, nil: nil
    }
  }
}
