import Connectivity
import FeatureFlags
import FoundationEssentials
import Text
import Workbench

extension Report {
  /// The first line of the report as Markdown.
  package static var title: String { "# Halyard report" }

  package var markdown: String {
    let sections = [
      Self.title + "\n\n" + table(["", ""], facts.map { [$0.0, $0.1] }),
      differences, tested, testUsers, states, operations, problemList, picture,
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private var facts: [(String, String)] {
    var facts = [
      ("Time", text(of: date)), ("Version", "halyard " + version), ("Source", source),
      ("Workspace", workspaceText), ("Origin", origin.text),
    ]
    if !revision.isEmpty { facts.append(("Revision", revision)) }
    if let ageText { facts.append(("Age", ageText)) }
    facts += failures.map { ("Failure", $0) }
    facts.append(("User", userText))
    facts.append(("Connectivity", connectivity.map { "\($0)" } ?? "not checked"))
    let overridden = overrides.isEmpty ? "" : ", \(overrides.count) overridden"
    facts.append(("Features", "\(features.count)" + overridden))
    if let author { facts.append(("Author", author)) }
    return facts
  }

  private var workspaceText: String {
    guard let followerCount, followerCount > 0 else { return workspace }
    let verb = followerCount == 1 ? "follows" : "follow"
    return "\(workspace); \(Number.count(followerCount, "program")) \(verb) its overrides"
  }

  private var userText: String {
    var parts = [user.targetingKey ?? "no key"]
    if !user.attributes.isEmpty { parts.append(attributes.description) }
    if let segments = user.segments {
      let list = segments.sorted().joined(separator: ", ")
      parts.append("segments: " + (segments.isEmpty ? "none" : list))
    }
    return parts.joined(separator: "; ")
  }

  private var differences: String {
    var text = "## Different from the configuration (\(differing.count))\n\n"
    text +=
      differing.isEmpty
      ? "Every feature has the state of its configuration.\n"
      : table(["feature", "state", "configured", "override"], differing.map(row))
    if !pinned.isEmpty {
      text += "\n### Overridden, but equal to the configuration (\(pinned.count))\n\n"
      text += table(["feature", "state", "configured", "override"], pinned.map(row))
    }
    let scoped = scopedOverrides
    if !scoped.isEmpty {
      text += "\n### Overrides for single users (\(scoped.count))\n\n"
      text += table(
        ["feature", "for", "override"],
        scoped.map { [$0.key.feature.text, $0.key.scope.description, $0.override.reportText] }
      )
    }
    let orphans = orphans
    if !orphans.isEmpty {
      text += "\n### Overrides without a feature (\(orphans.count))\n\n"
      text += table(
        ["feature", "override"],
        orphans.map { [$0.key.text, $0.override.reportText] }
      )
    }
    return text
  }

  private func row(of feature: Feature) -> [String] {
    [
      feature.name.text, FeatureStateLabel(feature).text,
      FeatureStateLabel(feature.configured).text,
      feature.override?.reportText ?? "",
    ]
  }

  /// The requests of clients during the test case; empty without a test case.
  private var tested: String {
    guard let testCase else { return "" }
    let counts = [
      Number.count(testCase.requestCount, "request"),
      Number.count(testCase.bulkCount, "bulk evaluation"),
    ]
    let rows =
      testCase.features.map { [$0.key, "\($0.count)", text(of: $0.last)] }
      + testCase.unknownKeys.map { [$0.key + " (no feature)", "\($0.count)", text(of: $0.last)] }
    let heading = "## Test case (since \(text(of: testCase.start)))\n\n"
    let list = rows.isEmpty ? "" : "\n" + table(["feature", "times", "last"], rows)
    return heading + counts.joined(separator: ", ") + ".\n" + list
  }

  /// The users of tests by variation; empty if no client has requested a test.
  private var testUsers: String {
    guard !tests.isEmpty else { return "" }
    let sorted = tests.sorted { $0.key.rawValue < $1.key.rawValue }
    let rows = sorted.map { name, users in
      [name.text, users.countText, users.fit.text, users.sharesText, "\(users.overridden)"]
    }
    let header = ["test", "users", "split", "variations", "by an override"]
    let text = "## Users of tests (\(tests.count))\n\n" + table(header, rows)
    let unsteady = sorted.flatMap { name, users in
      users.unsteady.map { user in
        [
          name.rawValue, user.key, user.first.variation, user.second.variation, user.differenceText,
        ]
      }
    }
    guard !unsteady.isEmpty else { return text }
    return text + "\n### Users who got several variations\n\n"
      + table(["test", "user", "first", "second", "difference"], unsteady)
  }

  private var states: String {
    let rows = features.listOrder.map { index in
      let feature = features[index]
      return [
        feature.name.text, feature.sectionTitle, feature.typeText, FeatureStateLabel(feature).text,
        feature.isOverridden ? "◆" : "",
      ]
    }
    return "## All states (\(features.count))\n\n"
      + (rows.isEmpty
        ? "The configuration has no features.\n"
        : table(["feature", "section", "type", "state", "overridden"], rows))
  }

  private var operations: String {
    let heading = "## History (the last \(Self.historyLimit) changes)\n\n"
    if let historyFailure { return heading + Self.cell(historyFailure) + "\n" }
    guard !history.isEmpty else { return heading + "No override was changed.\n" }
    let rows = history.flatMap { operation in
      operation.changes.map { change in
        [
          text(of: operation.date), operation.kind.reportText, change.key.description,
          change.from?.reportText ?? "–", change.to?.reportText ?? "–", operation.author ?? "",
          operation.program ?? "",
        ]
      }
    }
    return heading + table(["time", "kind", "feature", "from", "to", "author", "program"], rows)
  }

  private var problemList: String {
    guard !problems.isEmpty else { return "" }
    let rows = problems.map { problem in
      [
        problem.severity.rawValue, problem.line.map(String.init) ?? "", problem.feature ?? "",
        "\(problem.fact)",
      ]
    }
    return "## Problems (\(problems.count))\n\n"
      + table(["severity", "line", "feature", "problem"], rows)
  }

  private var picture: String {
    // Uses a longer fence than any run of backticks on the screen, because names of features can contain
    // backticks.
    var (longest, run) = (2, 0)
    for byte in screen.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "## Screen\n\n\(fence)text\n\(screen)\n\(fence)\n"
  }

  private func table(_ header: [String], _ rows: [[String]]) -> String {
    let line = { (cells: [String]) in "| " + cells.joined(separator: " | ") + " |\n" }
    return line(header) + line(header.map { _ in "---" })
      + rows.map { line($0.map(Self.cell)) }.joined()
  }

  /// A text as the content of a table cell: on one line, and with Markdown symbols escaped.
  private static func cell(_ text: String) -> String {
    var result = ""
    for character in DisplayText(text, limit: DisplayText.lineLimit).text {
      switch character {
      case "|", "`", "*", "[", "]", "\\": result += "\\" + String(character)
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      default: result.append(character)
      }
    }
    return result
  }
}

extension Override {
  /// The forced parts, the lifetime and the note of the override.
  fileprivate var reportText: String {
    let parts = text { $0.shortened(to: 200) }
    let text =
      switch lifetime {
      case .kept: parts
      case .session: parts + " (session)"
      case .until(let end): parts + " (until \(end.storedText))"
      case .lasting(let length): parts + " (for \(length.text))"
      }
    return text + (note.map { ", note: \($0)" } ?? "")
  }
}
