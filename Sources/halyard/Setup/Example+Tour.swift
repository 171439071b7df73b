import Dashboard
import FeatureFlags

extension Example {
  /// The tour of the built-in example: see, flip and undo; why a user gets a feature; problems and apps.
  ///
  /// Each line fits a screen of 80 columns.
  static let tour: [Tour.Step] = [
    Tour.Step(
      "Green is on, dimmed is off. Press {search}, type new, enter. {back} ends the tour.",
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
      "A flag of a service has rules: press {search}, type free, then enter.",
      until: .selects("free_delivery")
    ),
    Tour.Step(
      "{details} shows why it is on or off. {user} changes the user: ↑ to Ben, enter.",
      until: .evaluates(userKey: "ben")
    ),
    Tour.Step(
      "A rule gives Ben free delivery. {problems} lists mistakes of the source.",
      until: .performs(.find(.problems))
    ),
    Tour.Step(
      "A typo, with its line; the feature works. {clients} shows the apps you connect.",
      until: .performs(.find(.clients))
    ),
    Tour.Step("halyard --serve serves apps. {help} lists all keys. {back} ends the tour."),
  ]
}
