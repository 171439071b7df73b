import Documents
import FeatureFlags

extension EvaluationContext {
  /// Creates the user of a request of a front-end SDK from its query, such as
  /// `userId=ana&properties[plan]=gold`.
  ///
  /// - Parameters:
  ///   - parameters: The query parameters; those without a name of Unleash are properties.
  ///   - address: The IP address of the client, for a request without `remoteAddress`.
  init(unleash parameters: [(name: String, value: String)], address: String) {
    var fields: [String: AttributeValue] = [:]
    var properties: [String: AttributeValue] = [:]
    let start = "properties["
    for (name, value) in parameters {
      if name.hasPrefix(start), name.hasSuffix("]") {
        properties[String(name.dropFirst(start.count).dropLast())] = .string(value)
      } else {
        fields[name] = .string(value)
      }
    }
    if !properties.isEmpty { fields["properties"] = .object(properties) }
    self.init(fields: fields, address: address)
  }

  /// Parses the body of a request of a front-end SDK: `{"context": {"userId": "ana"}}`.
  ///
  /// A body without a context, and an empty body, mean a user without an id.
  ///
  /// - Throws: The syntax error, or a field of the wrong type with its path.
  init(unleash body: [UInt8], address: String) throws(DocumentError) {
    var context: [String: AttributeValue] = [:]
    if !body.isEmpty {
      let fields = try FieldReader(try JSONReader.read(body, as: .json))
      context = try fields.optionalValues("context", of: AttributeValue.init) ?? [:]
    }
    self.init(fields: context, address: address)
  }

  private init(fields: [String: AttributeValue], address: String) {
    // Like Unleash, ignores empty fields.
    var attributes = fields.filter { $0.value != .null && $0.value != .string("") }
    let user = attributes.removeValue(forKey: "userId")?.unquoted
    if attributes["remoteAddress"] == nil { attributes["remoteAddress"] = .string(address) }
    self.init(targetingKey: user, attributes: attributes)
  }
}
