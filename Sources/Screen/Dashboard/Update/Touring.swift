import FeatureFlags

extension DashboardState {
  /// Shows the first step of the tour.
  mutating func startTour() {
    guard !tour.steps.isEmpty else {
      return inform("The tour shows the built-in example: halyard tour opens it.")
    }
    tour.showStep(after: nil)
    sayTour()
  }

  /// Hides the line of the tour; returns whether a step was visible, in which case the key has no other
  /// effect.
  mutating func closeTour() -> Bool {
    defer { tour.stage = .hidden }
    guard tour.isRunning else { return false }
    inform(
      tour.goal == nil
        ? "halyard FILE opens the features of your app."
        : keymap.filling("The tour has ended: {tour} starts it again.")
    )
    return true
  }

  /// Shows the next step once the goal of the current step is reached.
  ///
  /// While the user types or chooses in a dialog, the step stays.
  mutating func continueTour() {
    guard !isTyping, dialog == nil else { return }
    while case .step(let index) = tour.stage, let goal = tour.goal, isReached(goal) {
      tour.showStep(after: index)
      sayTour()
    }
  }

  private func isReached(_ goal: Tour.Goal) -> Bool {
    switch goal {
    case .selects(let name): selectedName == name
    case .overrides(let name): isOverridden(name)
    case .evaluates(let key): content.userFields?.key == key
    case .performs(let action): tour.performed == action
    }
  }

  private func isOverridden(_ name: Feature.Name) -> Bool {
    guard let list = content.list, let position = list.position(of: name) else { return false }
    return list.features[position].override != nil
  }

  /// The number of the step, as in `3/8`, and the line of the tour; `nil` if the tour is hidden.
  var tourLine: (number: String, text: String)? {
    let count = tour.steps.count
    return switch tour.stage {
    case .hidden: nil
    case .offered:
      ("•", keymap.filling("New here? {tour} starts a tour of \(count) steps."))
    case .step(let index): ("\(index + 1)/\(count)", keymap.filling(tour.steps[index].text))
    }
  }

  /// Prints the line of the tour; plain mode only.
  package mutating func sayTour() {
    guard let line = tourLine else { return }
    transcript?.add("\(line.number) \(line.text)")
  }
}
