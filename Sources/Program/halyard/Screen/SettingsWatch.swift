import Dashboard
import FeatureFlags
import Files
import Locking

/// Watches the settings file, and applies its changes to the open dashboard.
///
/// Theme, keys, columns, confirmations, personas and the folders of the code apply immediately; the
/// other settings apply when the dashboard opens the next time.
final class SettingsWatch: Sendable {
  private let file: SettingsFile
  private let themes: ThemeSetting
  private let themeWatch: ThemeWatch
  private let inbox: Inbox
  private let context: DashboardContext
  private let examplePersonas: [Persona]
  private let followed: Locked<Followed>

  private struct Followed {
    /// The settings that were read last.
    var settings: Settings
    /// Keeps the watch running; `nil` before ``start()``.
    var watch: FileWatch?
  }

  /// Creates a watch that follows no file yet.
  ///
  /// - Parameters:
  ///   - screen: The dashboard as it was opened.
  ///   - themeWatch: Follows the file of the theme that the settings select.
  ///   - inbox: Receives the changes.
  init(_ screen: ScreenSetup, _ themeWatch: ThemeWatch, inbox: Inbox) {
    file = screen.settingsFile
    themes = screen.setting
    self.themeWatch = themeWatch
    self.inbox = inbox
    context = screen.context
    examplePersonas = screen.examplePersonas
    followed = Locked(Followed(settings: screen.settings))
  }

  /// The personas of the settings as they were read last, with which `compareUsers` evaluates.
  var personas: [Persona] { followed.withLock { $0.settings.personas(or: examplePersonas) } }

  /// Follows the file, and applies the changes since the settings were read.
  func start() {
    let watch = FileWatch(path: file.path) { [weak self] in self?.reload() }
    followed.withLock { $0.watch = watch }
    // The file may have changed before the watch was started. Drops the error of a broken file, which
    // was reported when the dashboard opened.
    guard let (old, new) = try? read() else { return }
    notify(apply(new, since: old), [])
  }

  /// Reads the file again.
  ///
  /// - Returns: The previous and the new settings.
  private func read() throws(WorkspaceError) -> (old: Settings, new: Settings) {
    try followed.withLock { followed throws(WorkspaceError) in
      let old = followed.settings
      followed.settings = try file.settings()
      return (old, followed.settings)
    }
  }

  /// Writes the file and applies its changes; the caller informs the user.
  ///
  /// The lock is held until the new settings are stored: the file watch, which notices this write too,
  /// then finds no difference and reports no change.
  ///
  /// - Throws: The reason why the file is not written.
  func write(_ body: (SettingsFile) throws(WorkspaceError) -> Void) throws(WorkspaceError) {
    let (old, new) = try followed.withLock { followed throws(WorkspaceError) in
      try body(file)
      let old = followed.settings
      followed.settings = try file.settings()
      return (old, followed.settings)
    }
    _ = apply(new, since: old)
  }

  private func reload() {
    do throws(WorkspaceError) {
      let (old, new) = try read()
      notify(apply(new, since: old), new.problems == old.problems ? [] : new.problems)
    } catch {
      inbox.report(failure: "The old settings apply: \(error)")
    }
  }

  /// Posts the changed settings to the dashboard.
  ///
  /// - Returns: The changed settings that apply immediately, and those that apply at the next start.
  private func apply(_ new: Settings, since old: Settings) -> (now: [Setting], later: [Setting]) {
    var changed = Setting.all.filter { new.differs(from: old, in: $0) }
    if changed.contains(.theme) {
      if let theme = themes.selected(by: new) {
        inbox.post(.themeSelected(theme))
        themeWatch.follow(theme.name)
      } else {
        changed.removeAll { $0 == .theme }
      }
    }
    let now = changed.filter(\.isLive)
    if now.contains(where: { $0 != .theme }) {
      var context = context
      context.columns = new.columns
      context.confirmations = new.confirmations
      context.personas = new.personas(or: examplePersonas)
      context.code = new.code
      context.codePatterns = new.codePatterns
      inbox.post(.settings(context, new.keymap))
    }
    return (now, changed.filter { !$0.isLive })
  }

  private func notify(_ changed: (now: [Setting], later: [Setting]), _ problems: [SettingsProblem])
  {
    func names(_ settings: [Setting]) -> String { settings.map(\.name).joined(separator: ", ") }
    var texts: [String] = []
    if !changed.now.isEmpty {
      texts.append("The settings were loaded again: \(names(changed.now)).")
    }
    if !changed.later.isEmpty {
      texts.append("These settings apply at the next start: \(names(changed.later)).")
    }
    if let problem = problems.first {
      texts.append(problem.description(in: file.path))
      return inbox.report(failure: texts.joined(separator: " "))
    }
    if !texts.isEmpty { inbox.report(success: texts.joined(separator: " ")) }
  }
}

extension Setting {
  /// Whether a change of the setting applies to the open dashboard.
  fileprivate var isLive: Bool {
    switch self {
    case .theme, .keymap, .columns, .personas, .confirmations, .code, .codePatterns: true
    case .sort, .poll, .team, .editor: false
    }
  }
}

extension Settings {
  /// Whether the given setting has another value than in the old settings.
  fileprivate func differs(from old: Settings, in setting: Setting) -> Bool {
    switch setting {
    case .theme: theme != old.theme
    case .keymap: keymap != old.keymap
    case .columns: columns != old.columns
    case .sort: order != old.order
    case .poll: poll != old.poll
    case .team: team != old.team
    case .personas: personas != old.personas
    case .confirmations: confirmations != old.confirmations
    case .editor: editor != old.editor
    case .code: code != old.code
    case .codePatterns: codePatterns != old.codePatterns
    }
  }
}
