import FeatureFlags
import Text

/// The lifetime that the user requests for overrides.
enum LifetimeRequest: Hashable, Sendable {
  /// Until the override is reset.
  case kept
  /// Until the dashboard exits.
  case session
  /// For a duration in seconds.
  case after(Double)
  /// Until the time that the user has typed.
  case typed(String)
}

/// The menu of the lifetimes of overrides: until reset, this session, or until a time.
struct LifetimeMenu: MenuContent {
  private let names: [Feature.Name]
  /// The lifetime that all overrides have; `nil` if they differ or expire at a time.
  private let current: LifetimeRequest?
  private(set) var initialRow: Int

  /// The titles of the lifetimes; the user types the time of the last one.
  private static let choices: [(title: String, request: LifetimeRequest)] = [
    ("Until reset", .kept), ("This session", .session), ("For 30 minutes", .after(1_800)),
    ("For 2 hours", .after(7_200)), ("For 8 hours", .after(28_800)), ("Until a time …", .typed("")),
  ]

  init(_ features: [Feature]) {
    names = features.map(\.name)
    let lifetimes = Set(features.compactMap(\.override?.lifetime))
    current = lifetimes == [.kept] ? .kept : lifetimes == [.session] ? .session : nil
    initialRow = Self.choices.firstIndex { [current] in $0.request == current } ?? 0
  }

  var title: String {
    let subject =
      names.count == 1
      ? names[0].text.shortened(to: 40) : Number.count(names.count, "override")
    return "Lifetime of " + subject
  }
  var opener: Character { "L" }
  var verb: String { "choose" }

  var rows: [MenuRow] {
    Self.choices.map { choice in
      let isCurrent = choice.request == current
      return MenuRow(
        choice.title,
        [.mark(isCurrent: isCurrent), .init(choice.title, isCurrent ? .title : nil)]
      )
    }
  }

  func choose(_ row: Int) -> Request {
    let request = Self.choices[row].request
    guard case .typed = request else { return .lifetime(request, names) }
    var menu = self
    menu.initialRow = row
    return .open(ExpiryDialog(names, menu))
  }

  func refresh(with list: FeatureList?) -> Bool {
    guard let list else { return false }
    return names.contains { list.position(of: $0) != nil }
  }
}
