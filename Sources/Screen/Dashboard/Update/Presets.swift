import Documents
import FeatureFlags
import Text
import Workbench

extension DashboardState {
  /// Opens the list of presets, with the cursor on the preset with the given name.
  mutating func openPresets(selecting name: String? = nil) -> [Effect] {
    guard content.list != nil else { return [] }
    dialog = PresetsDialog(selecting: name, isReadOnly: readOnlyReason != nil)
    return [.presets(.list)]
  }

  /// Requests the preview of a preset again after a change of the features.
  mutating func renewedPreview() -> [Effect] {
    guard var presets = dialog as? PresetsDialog, presets.isOutdated else { return [] }
    let effects = presets.renewPreview()
    dialog = presets
    return effects
  }

  /// Applies the result of a request about presets to the list of presets or to the palette.
  mutating func receive(_ event: PresetEvent) -> [Effect] {
    if case .listed(let entries, _) = event {
      presets = entries
      showPresetsInPalette()
    }
    guard var presets = dialog as? PresetsDialog else { return [] }
    let effects = presets.receive(event)
    dialog = presets
    return effects
  }
}

extension DashboardState {
  /// Opens the dialog in which the user edits the biases (percentages of users) of the variations of the
  /// feature under the cursor, and sees how many users would get another variation.
  mutating func openBiases() {
    guard let selected else {
      return inform("No feature is selected, so there are no biases to preview.")
    }
    guard let biases = BiasDialog(selected, isPlain: isPlain) else {
      let name = selected.name.text.shortened(to: 40)
      let reason = selected.isEvaluatedByService ? ": a flag service allocates the users" : ""
      return inform("\(name) has no biases\(reason).")
    }
    dialog = biases
  }
}

extension DashboardState {
  /// Opens the dialog that bisects overrides.
  mutating func openBisect() {
    let features = content.list?.features ?? []
    guard let bisect = BisectDialog(features, marks: panes.list.marks) else {
      return inform("Nothing is overridden: there is nothing to bisect.")
    }
    dialog = bisect
  }

  /// Logs the result of a bisection, and restores its overrides.
  mutating func finishBisection(
    _ bisection: RunningBisection,
    _ outcome: OverrideBisection.Outcome
  ) -> [Effect] {
    let steps = Number.count(bisection.search.verdicts.count, "step")
    let overrides = Number.count(bisection.originals.count, "override")
    log(.own, "Bisection: " + outcome.text, details: "\(overrides), \(steps)")
    return [.endBisection(bisection.step)]
  }

  /// Closes the dialog of a bisection whose overrides cannot be applied.
  mutating func endBisection(_ reason: String) {
    if dialog is BisectDialog { dialog = nil }
    show(Notice("The bisection was stopped: \(reason)", kind: .failure))
  }
}

extension DashboardState {
  /// Opens the list of the usages of the feature under the cursor in source code, and starts the search
  /// for them.
  mutating func openUsages() -> [Effect] {
    guard let feature = selected else { return [] }
    guard !context.code.isEmpty else {
      inform("The setting \"code\" in config.json has the folders with your source code.")
      return []
    }
    dialog = Menu(UsagesMenu(feature: feature.name))
    let (folders, patterns) = (context.code, context.codePatterns)
    return [.usages(.find(feature.name, folders: folders, patterns: patterns))]
  }

  /// Shows the state of a search in the menu of the feature; ignores it if the menu was closed.
  mutating func showUsages(of feature: Feature.Name, _ progress: UsageProgress) {
    guard var menu = dialog as? Menu<UsagesMenu>, menu.content.feature == feature else { return }
    menu.update { $0.progress = progress }
    dialog = menu
    if case .searching = progress { return }
    sayDialog()
  }
}

extension DashboardState {
  /// Opens the list of texts that can be copied: about the marked features, or the one under the
  /// cursor.
  mutating func openCopyMenu() {
    let targets = panes.list.targets(in: content.list)
    let report = CopyMenu.Choice(
      letter: "r",
      name: "Report",
      preview: "Markdown with all states, the history and the problems"
    ) {
      .closeAndRun([.report(.copy)])
    }
    guard let first = targets.first else {
      dialog = Menu(CopyMenu(title: "Copy", choices: [report]))
      return
    }
    let isSingle = targets.count == 1
    let (origin, options) = (content.origin ?? .file, content.context.commandOptions)
    let subject =
      isSingle ? first.name.text.shortened(to: 50) : Number.count(targets.count, "feature")
    let preview = isSingle ? nil : "of " + subject
    var choices = [
      CopyMenu.Choice.text("n", isSingle ? "Name" : "Names", preview: preview) {
        targets.map(\.name.rawValue).joined(separator: "\n")
      },
      CopyMenu.Choice.text("J", "JSON", preview: preview) {
        let values = targets.map { $0.json(origin: origin) }
        return (isSingle ? values[0] : .list(values)).text(isPretty: true) + "\n"
      },
    ]
    if targets.contains(where: { CommandText.setting($0, options: options) != nil }) {
      choices.append(
        .text("c", isSingle ? "Command" : "Commands", preview: preview) {
          targets.compactMap { CommandText.setting($0, options: options) }.joined(separator: "\n")
        }
      )
    }
    dialog = Menu(CopyMenu(title: "Copy of " + subject, choices: choices + [report]))
  }
}
