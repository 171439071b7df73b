import Dashboard
import FeatureFlags

extension Example {
  /// The tour of the built-in example: see, flip and undo; why a user gets a feature; problems and apps.
  ///
  /// Each line fits a screen of 80 columns.
  static let tour: [Tour.Step] = [
    Tour.Step(
      "Green is on, dimmed is off, white a variation. Type {search}new, then enter.",
      until: .selects("New Cart")
    ),
    Tour.Step(
      "{act} switches the cart off, for you alone: the source is not changed.",
      until: .overrides("New Cart")
    ),
    Tour.Step(
      "◆ marks your override. {undo} undoes the last change, also after a restart.",
      until: .performs(.change(.undo))
    ),
    Tour.Step(
      "A flag of a service has rules: type {search}free, then enter.",
      until: .selects("free_delivery")
    ),
    Tour.Step(
      "The details ({details}) say why. {user}, ↑ and enter evaluate for Ben, a member.",
      until: .evaluates(userKey: "ben")
    ),
    Tour.Step(
      "A rule gives Ben free delivery. {problems} lists mistakes of the source.",
      until: .performs(.find(.problems))
    ),
    Tour.Step(
      "A typo, with its line; the feature works. {clients} lists the connected apps.",
      until: .performs(.find(.clients))
    ),
    Tour.Step("Clients of halyard --serve are here. {help} lists all keys. {back} ends this."),
  ]
}
