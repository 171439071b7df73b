package import FeatureFlags
import Text

package import struct FoundationEssentials.Date

extension DashboardState {
  /// Opens the list of lifetimes for the overrides of the target features.
  mutating func openLifetimes() {
    guard let overridden = overriddenTargets("whose lifetime could be set") else { return }
    dialog = Menu(LifetimeMenu(overridden))
  }

  /// The target features with an override; `nil` after a notice that none has one.
  mutating func overriddenTargets(_ purpose: String) -> [Feature]? {
    let targets = targets
    let overridden = targets.filter(\.isOverridden)
    guard overridden.isEmpty else { return overridden }
    guard let first = targets.first else { return nil }
    let subject =
      targets.count == 1
      ? "\(first.name.text.shortened(to: 40)) has" : "The \(targets.count) marked features have"
    inform("\(subject) no override \(purpose).")
    return nil
  }

  /// Requests the lifetime of overrides, and closes the dialog; the dialog stays open if the typed
  /// text is not a time.
  mutating func setLifetime(_ request: LifetimeRequest, of names: [Feature.Name]) -> [Effect] {
    let clock = context.wallClock
    let now = clock.date(at: time)
    guard let lifetime = Override.Lifetime(request, now: now, clock) else { return [] }
    dialog = nil
    let subject =
      names.count == 1
      ? "The override of \(names[0].text.shortened(to: 40)) applies"
      : "\(names.count) overrides apply"
    show(Notice("\(subject) \(lifetime.text(clock, now: now)).", kind: .success))
    return [.overrides(.setLifetime(lifetime, for: names))]
  }
}

extension Override.Lifetime {
  /// The end of the lifetime as text, such as `until 17:30`.
  package func text(_ clock: WallClock, now: Date) -> String {
    switch self {
    case .kept: "until reset"
    case .session: "until this session ends"
    case .until(let date): "until " + clock.text(of: date, now: now)
    case .lasting(let length): "for " + length.text
    }
  }

  /// Creates the requested lifetime; `nil` if the typed text is not a time.
  fileprivate init?(_ request: LifetimeRequest, now: Date, _ clock: WallClock) {
    switch request {
    case .kept: self = .kept
    case .session: self = .session
    case .after(let seconds): self = .until(now.addingTimeInterval(seconds).inTenths)
    case .typed(let text):
      guard let end = TimeText.end(text, now: now, clock) else { return nil }
      self = .until(end)
    }
  }
}
