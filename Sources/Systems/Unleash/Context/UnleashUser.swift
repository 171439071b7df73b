import FeatureFlags
import Targeting

/// The name of a field of the Unleash context, such as `userId` or a property.
struct ContextField: Hashable, Sendable {
  fileprivate enum Kind { case userID, currentTime, topLevel, property }

  let name: String
  fileprivate let kind: Kind

  static let userID = ContextField("userId")
  static let sessionID = ContextField("sessionId")
  static let remoteAddress = ContextField("remoteAddress")
  static let currentTime = ContextField("currentTime")
  /// The host name of the app.
  ///
  /// SDKs read it from the system; in Halyard it is an attribute of the user.
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

/// The context field whose value is hashed to bucket a user for a rollout or a variant.
enum Stickiness: Hashable, Sendable {
  /// The user id, or else the session id, or else a random number for each call.
  case usual
  /// A random number for each call.
  case random
  case field(ContextField)

  init(_ name: String?) {
    switch name {
    case nil, "default": self = .usual
    case "random": self = .random
    case let name?: self = .field(ContextField(name))
    }
  }

  /// Returns the value to hash; `nil` means that a random number is used, or that the user lacks the
  /// field.
  func text(of user: UnleashUser) -> String? {
    switch self {
    case .usual: user.text(of: .userID) ?? user.text(of: .sessionID)
    case .random: nil
    case .field(let field): user.text(of: field)
    }
  }
}

/// A user in the form of the Unleash context.
///
/// The targeting key is the user id. Attributes other than the standard fields of Unleash are
/// properties.
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

  /// Returns the value of a field as text; `nil` if the user does not have the field.
  ///
  /// - Parameters:
  ///   - field: The field to read.
  ///   - ownTime: Whether the clock supplies the current time for a user without the attribute
  ///     `currentTime`.
  /// - Returns: The value as text.
  func text(of field: ContextField, ownTime: Bool = true) -> String? {
    switch field.kind {
    case .userID: context.targetingKey ?? Self.text(context.attributes[field.name])
    case .currentTime: Self.text(context.attributes[field.name]) ?? (ownTime ? now().text : nil)
    case .topLevel: Self.text(context.attributes[field.name])
    case .property: Self.text(value(ofProperty: field))
    }
  }

  /// Returns the value of a field as a time; `nil` if it is not a time.
  func time(of field: ContextField) -> Timestamp? {
    if field.kind == .currentTime, Self.text(context.attributes[field.name]) == nil { return now() }
    return text(of: field).flatMap { Timestamp($0) }
  }

  /// Returns the value of a field as a number; `nil` if it is not a number.
  ///
  /// Infinity is accepted; hexadecimal numbers are not.
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
