/// A step of a scripted user of the dashboard.
enum ScriptStep: Hashable, Sendable {
  /// Presses keys with these names, separated by spaces.
  case keys(String)
  /// Types a text, with one key press for each character.
  case type(String)
  /// Enters a line in plain mode.
  case line(String)
  /// Clicks the first cell of a text on the screen.
  case click(String)
  /// Clicks the first cell of a text twice.
  case doubleClick(String)
  /// Opens the command palette with the mouse, scrolls it with the wheel, and chooses an action.
  case palette(String)
  /// Waits for a text on the screen or in a notice.
  case wait(String)
}

/// A task of a scripted tester, such as flipping a feature, with the steps for each input device.
struct ScriptTask: Sendable {
  let name: String
  let keys: [ScriptStep]
  let lines: [ScriptStep]
  let mouse: [ScriptStep]

  /// Creates a task.
  ///
  /// - Parameters:
  ///   - name: The name of the task in failures.
  ///   - keys: The steps with keys.
  ///   - lines: The steps in plain mode.
  ///   - mouse: The steps with the mouse; only texts are typed.
  ///   - done: A text that shows the end of a task that runs in the background; `nil` for a task
  ///     that ends before the next key.
  init(
    _ name: String,
    keys: [ScriptStep],
    lines: [ScriptStep],
    mouse: [ScriptStep],
    done: String? = nil
  ) {
    let end = done.map { [ScriptStep.wait($0)] } ?? []
    self.name = name
    self.keys = keys + end
    self.lines = lines + end
    self.mouse = mouse + end
  }
}

/// A way to use the dashboard.
enum ScriptDevice: String, CaseIterable, Sendable {
  case keys
  case lines
  case mouse

  /// Returns the steps of a task with this device.
  func steps(of task: ScriptTask) -> [ScriptStep] {
    switch self {
    case .keys: task.keys
    case .lines: task.lines
    case .mouse: task.mouse
    }
  }
}
