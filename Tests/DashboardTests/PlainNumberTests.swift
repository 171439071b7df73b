import Dashboard
import FeatureFlags
import TestSupport
import Testing
import Text

/// Tests numbers that are entered in plain mode, and dialogs with many lines.
struct PlainNumberTests {
  /// A dashboard in plain mode.
  private struct Dialogue {
    var state: DashboardState

    init(_ snapshot: LoadedSource? = Shop.snapshot) {
      state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes, snapshot: snapshot)
      state.startPlainMode()
      _ = state.removeLines()
    }

    /// Enters lines, and returns the response to the last one.
    mutating func enter(_ lines: String...) -> [String] {
      for line in lines {
        _ = state.removeLines()
        _ = state.update(.line(line), now: .zero)
      }
      return state.removeLines().map(\.text)
    }
  }

  private static let numbers = ["0", "5", "9223372036854775807", "-9223372036854775808"]
  private static let moreNumbers = [
    "-1", "1", "2", "4", "6", "396", "397",
    "-9223372036854775809", "9223372036854775808", "18446744073709551616",
    String(repeating: "9", count: 400),
  ]

  @Test(arguments: [
    [], ["user"], ["sort"], ["theme"], ["filter"], ["pick"], ["8", "pick"], ["copy"], ["lifetime"],
    ["presets"], ["details"], ["activity"], ["problems"], ["changes"], ["connectivity"],
    ["4", "biases"], ["bi"], ["reset all"], ["find gold"], ["compare"], ["?"],
  ])
  func `in plain mode every entered number has a response, whatever was entered before`(
    lines: [String]
  ) {
    for number in Self.numbers + (Effort.isFull ? Self.moreNumbers : []) {
      for line in [number] + (Effort.isFull ? ["list " + number] : []) {
        var dialogue = Dialogue()
        for line in lines { _ = dialogue.enter(line) }
        _ = dialogue.enter(line)
        #expect(!dialogue.enter("").isEmpty, "\(lines) \(line)")
      }
    }
  }

  @Test(arguments: ["-1", "0", "6", "9223372036854775807", "-9223372036854775809"])
  func `in plain mode a number without a line in the dialog does not move the cursor`(
    number: String
  ) {
    let user = UserFields(key: "u42", attributes: "", segments: "", profile: "")
    var dialogue = Dialogue(LoadedSource(features: [], origin: .file, userFields: user))
    #expect(dialogue.enter("user", "2").contains { $0.hasPrefix("2 Attributes") })
    let lines = dialogue.enter(number)
    #expect(lines.first?.hasPrefix("There is no line ") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("2 Attributes") && $0.hasSuffix("(selected)") })
  }

  @Test(arguments: [
    ("9223372036854775807", "There is no feature 9223372036854775807: the list has 14."),
    ("-9223372036854775808", "There is no feature -9223372036854775808: the list has 14."),
    ("list 9223372036854775807", "14 features."),
  ])
  func `in plain mode the response to a too large number contains the number of features`(
    line: String,
    response: String
  ) {
    var dialogue = Dialogue()
    #expect(dialogue.enter(line) == [response])
  }

  /// A source with many sections of one feature.
  private static func sections(_ count: Int) -> LoadedSource {
    let features = (1...count).map { number in
      Feature(
        name: Feature.Name(rawValue: "Feature \(number)"),
        section: "Section \(10_000 + number)"
      )
    }
    return LoadedSource(features: features, origin: .file)
  }

  @Test(arguments: Effort.isFull ? [1, 2, 3, 300, 396, 397, 450, 501, 502] : [2, 450, 502])
  func `in plain mode each line of a long dialog can be selected by its number`(number: Int) {
    var dialogue = Dialogue(Self.sections(500))
    let lines = dialogue.enter("filter", String(number))
    let selected = lines.filter { $0.hasSuffix(" (selected)") }
    #expect(selected.count == 1 && selected.first?.hasPrefix("\(number) [x]") == true, "\(lines)")
    #expect(lines.last == "There are 502 lines; enter a number to go to a line.")
  }

  @Test func `in plain mode a number after the last line of a long dialog is rejected`() {
    var dialogue = Dialogue(Self.sections(500))
    let lines = dialogue.enter("filter", "503")
    #expect(lines.first == "There is no line 503.")
  }

  @Test func `plain mode prints names without control characters`() {
    let hostile = "a\u{1B}]0;x\u{07}\u{9B}31m\u{202E}\0\nb"
    let feature = Feature(
      name: Feature.Name(rawValue: hostile),
      description: hostile,
      section: hostile,
      testVariations: [TestVariation(rawValue: hostile), "B"]
    )
    var dialogue = Dialogue(LoadedSource(features: [feature], origin: .file))
    for line in [
      "list", "/a", "cancel", "1", "details", "features", "pick", "cancel", "copy", hostile,
    ] {
      for text in dialogue.enter(line) {
        let isPrintable = text.unicodeScalars.allSatisfy {
          ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        }
        #expect(isPrintable, "\(line): \(text.debugDescription)")
      }
    }
    _ = dialogue.state.update(.notice(Notice(hostile, kind: .failure)), now: .zero)
    #expect(dialogue.state.removeLines().map(\.text) == ["a␛]0;x␇�31m�␀ b"])
  }
}
