import Documents
import FeatureFlags

/// Recognises the documents of unsupported products, so that an error message names the product.
enum UnsupportedDocuments {
  static let formats: [ConfigurationFormat] = [
    product("PostHog for one person") { document in
      document["featureFlags"]?.members != nil || document["errorsWhileComputingFlags"] != nil
    },
    product("Flipt") { document in
      document["namespace"] != nil && document["flags"]?.list != nil
        || values(document["flags"]).contains {
          let types = ["VARIANT_FLAG_TYPE", "BOOLEAN_FLAG_TYPE"]
          return $0["type"]?.string.map(types.contains) ?? false || $0["rollouts"]?.list != nil
            || $0["variants"]?.list != nil
        }
    },
    product("Flagsmith") { document in
      values(document["feature_states"] ?? document["flags"] ?? document).contains {
        $0["feature"]?.members != nil && ($0["enabled"] != nil || $0["feature_state_value"] != nil)
      }
    },
  ]

  /// The objects among the values of an object or the elements of a list.
  private static func values(_ node: Node?) -> [Node] {
    (node?.list ?? node?.members?.map(\.node) ?? []).filter { $0.members != nil }
  }

  private static func product(
    _ name: String,
    _ isDocument: @escaping @Sendable (Node) -> Bool
  ) -> ConfigurationFormat {
    .foreign(name) { document in
      guard isDocument(document) else { return nil }
      let names = FileFormats.names.joined(separator: ", ")
      return .unexpected(
        line: document.line,
        found: "flags of \(name)",
        expected: "one of the formats \(names)"
      )
    }
  }
}
