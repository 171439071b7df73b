import Documents
import FeatureFlags
import Text

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
    if targets.contains(where: { CommandLine.setting($0, options: options) != nil }) {
      choices.append(
        .text("c", isSingle ? "Command" : "Commands", preview: preview) {
          targets.compactMap { CommandLine.setting($0, options: options) }.joined(separator: "\n")
        }
      )
    }
    dialog = Menu(CopyMenu(title: "Copy of " + subject, choices: choices + [report]))
  }
}
