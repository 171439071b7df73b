import Documents
import FeatureFlags
import FoundationEssentials
import Glibc

/// An event that is sent to the Optimizely Data Platform (ODP).
struct OdpEvent {
  /// The type of an event that is created without a type.
  static let defaultType = "fullstack"

  let type: String
  let action: String
  let identifiers: [String: String]
  let data: [String: JSONValue]

  /// Creates and validates an event.
  ///
  /// - Parameters:
  ///   - type: The type; `nil` and the empty string mean `fullstack`.
  ///   - action: The action of the user, such as `purchased`; not empty.
  ///   - identifiers: The ids of the user; the keys `fs-user-id` and `fs_user_id`, in any letter case,
  ///     are sent as `fs_user_id`.
  ///   - data: The data of the event: strings, numbers, Booleans and `nil`.
  /// - Throws: `odpInvalidAction` if the action is empty; `odpInvalidData` if a value has another
  ///   type.
  init(
    type: String?,
    action: String,
    identifiers: [String: String],
    data: [String: Any?]
  ) throws(OptimizelyError) {
    var values: [String: JSONValue] = [:]
    for (key, value) in data {
      guard let json = JSONValue(plain: value), json.isScalar else { throw .odpInvalidData }
      values[key] = json
    }
    guard !action.isEmpty else { throw .odpInvalidAction }
    self.type = type.flatMap { $0.isEmpty ? nil : $0 } ?? Self.defaultType
    self.action = action
    let named = identifiers.map { key, value in
      (["fs-user-id", "fs_user_id"].contains(key.lowercased()) ? "fs_user_id" : key, value)
    }
    self.identifiers = Dictionary(named) { $1 }
    self.data = values
  }

  /// Returns the event as JSON, with the common data of all events; the event's own data take
  /// precedence.
  func json(_ settings: OptimizelySdkSettings, vuid: String?) -> JSONValue {
    var identifiers = identifiers
    if let vuid, identifiers["vuid"] == nil { identifiers["vuid"] = vuid }
    let common: [String: JSONValue] = [
      "idempotence_id": .string(settings.makeID()),
      "data_source_type": .string("sdk"),
      "data_source": .string(settings.clientName),
      "data_source_version": .string(settings.clientVersion),
      "os": .string("Linux"),
      "os_version": .string(Self.kernel.release),
      "device_type": .string("PC"),
      "model": .string(Self.kernel.machine),
    ]
    return JSONValue.object([
      ("type", .string(type)),
      ("action", .string(action)),
      ("identifiers", .object(identifiers.map { (key: $0.key, value: .string($0.value)) })),
      ("data", .object(common.merging(data) { $1 }.map { (key: $0.key, value: $0.value) })),
    ]).sorted
  }

  private static let kernel: (release: String, machine: String) = {
    var names = utsname()
    uname(&names)
    return (text(names.release), text(names.machine))
  }()

  private static func text(_ field: some Any) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension JSONValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .null, .bool, .integer, .number, .string: true
    case .list, .object: false
    }
  }
}
