import FeatureFlags

/// The texts that could not be parsed after an edit, by feature and variable; the next edit opens
/// them again.
struct EditDrafts: Sendable {
  private struct Place: Hashable {
    let feature: Feature.Name
    let variable: String
  }

  private var texts: [Place: String] = [:]

  /// Accesses the draft of a variable; `nil` if there is none.
  subscript(feature: Feature.Name, variable: String) -> String? {
    get { texts[Place(feature: feature, variable: variable)] }
    set { texts[Place(feature: feature, variable: variable)] = newValue }
  }
}
