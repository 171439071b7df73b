import FeatureFlags
import Text

/// The menu of the overrides of a feature for different users, of which one is reset.
struct ResetMenu: MenuContent {
  private let name: Feature.Name
  private var feature: Feature

  init(_ feature: Feature) {
    name = feature.name
    self.feature = feature
  }

  private var overrides: [ScopedOverride] { feature.overrides.filter { !$0.override.isEmpty } }

  var title: String { "Reset an override of " + name.text.shortened(to: 40) }
  var opener: Character { "o" }
  var verb: String { "reset" }

  var rows: [MenuRow] {
    overrides.map { scoped in
      let audience = scoped.scope.audience(of: feature) ?? "everyone"
      let text = scoped.override.text(naming: [:])
      return MenuRow(
        audience + " " + text,
        [
          .init(audience.shortened(to: 40), .overridden), .init("  " + text),
          .init(scoped.override.author.map { "  by " + $0 } ?? "", .muted),
        ]
      )
    }
  }

  func choose(_ row: Int) -> Request {
    .closeAndRun([.overrides(.reset([name], only: overrides[row].scope))])
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: name) else { return false }
    feature = list.features[position]
    return !overrides.isEmpty
  }
}
