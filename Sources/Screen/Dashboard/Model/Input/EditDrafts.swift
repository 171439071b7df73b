import FeatureFlags

/// The invalid texts that the user has typed for variables; the next edit of a variable starts with its
/// text.
struct EditDrafts: Sendable {
  private struct Field: Hashable {
    let feature: Feature.Name
    let variable: String
  }

  private var texts: [Field: String] = [:]

  /// Accesses the draft of a variable; `nil` if there is none.
  subscript(feature: Feature.Name, variable: String) -> String? {
    get { texts[Field(feature: feature, variable: variable)] }
    set { texts[Field(feature: feature, variable: variable)] = newValue }
  }
}
