import Dashboard
import FeatureFlags
import Frame
import TestSupport
import Testing

/// Tests long text that arrives in a text field as key presses, as from a terminal without bracketed
/// paste.
@Suite(.tags(.timed))
struct TypingTests {
  /// The name of a text field, and a dashboard in which the field is open.
  struct Line: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let state: DashboardState

    init(_ name: String, keys: String, among features: [Feature] = Shop.features) {
      testDescription = name
      let userFields = UserFields(key: "u42", attributes: "", segments: "", profile: "")
      var state = Shop.dashboard(
        columns: 80,
        rows: 24,
        snapshot: LoadedSource(features: features, origin: .file, userFields: userFields)
      )
      for entry in Live.entries(100) { _ = state.update(.activity(entry), now: .zero) }
      _ = state.press(keys)
      self.state = state
    }
  }

  private static let text = Feature(
    name: "F",
    variables: [Variable(name: "text", value: .string(""))]
  )

  static let lines = [
    Line("search", keys: "/"), Line("search of the log", keys: "3 /"),
    Line("list of actions", keys: ":"), Line("help", keys: "? x"), Line("user", keys: "u"),
    Line("variable", keys: "e enter", among: [text]),
  ]

  /// Measures the time to type the given number of characters, one key per character.
  private func time(toType count: Int, into line: Line) -> Duration {
    (0..<2).map { _ in
      var state = line.state
      return threadTime {
        for number in 0..<count {
          let letter: Character = number % 7 == 0 ? " " : "e"
          _ = state.update(.key(.character(letter)), now: .zero)
        }
      }
    }
    .min() ?? .zero
  }

  @Test(arguments: lines.filter { !["list of actions", "help"].contains($0.testDescription) })
  func `the time to type a text is linear in the number of keys`(line: Line) {
    let short = time(toType: 1_000, into: line)
    let long = time(toType: 8_000, into: line)
    #expect(long < short * 20, "1,000 keys: \(short), 8,000 keys: \(long)")
    #expect(long < .seconds(4), "\(long)")
  }

  @Test(arguments: lines)
  func `typing 32 kB in runs of 4 kB, and drawing after each, stays within the time limit`(
    line: Line
  ) {
    var state = line.state
    #expect(state.isTyping)
    let needed = threadTime {
      for _ in 0..<8 {
        _ = state.update(.typed(String(repeating: "e", count: 4096)), now: .zero)
        _ = state.frame(now: .zero)
      }
    }
    #expect(needed < .seconds(3), "\(needed)")
  }

  @Test(arguments: lines)
  func `a run of typed characters has the same result as one key per character`(line: Line) {
    let text = "Gift wrap e\u{301}\u{302} 漢字 \u{1F469}\u{200D}\u{1F680}"
    var keys = line.state
    for scalar in text.unicodeScalars {
      _ = keys.update(.key(.character(Character(scalar))), now: .zero)
    }
    var run = line.state
    _ = run.update(.typed(text), now: .zero)
    #expect(run.screen == keys.screen)
  }

  @Test func `a run of typed characters outside a text field performs the actions of the keys`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    #expect(!state.isTyping)
    var other = state
    let effects = state.press("j j q")
    #expect(other.update(.typed("jjq"), now: .zero) == effects)
    #expect(other.screen == state.screen)
  }

  /// Presses Enter in the text field of a variable, and returns the new value.
  private func setValue(in state: inout DashboardState) -> String? {
    guard case .overrides(.set(let decisions, _, _, _, _, _)) = state.press("enter").first,
      case .variable(_, .string(let value)) = decisions.first
    else {
      return nil
    }
    return value
  }

  @Test func `combining marks above the maximum size of a grapheme cluster are dropped`() throws {
    var state = try #require(Self.lines.last).state
    let needed = threadTime {
      for _ in 0..<2_000 { _ = state.update(.key(.character("\u{301}")), now: .zero) }
      _ = state.update(.typed("a" + String(repeating: "\u{301}", count: 100_000)), now: .zero)
      _ = state.update(.typed("b"), now: .zero)
      _ = state.frame(now: .zero)
    }
    #expect(needed < .seconds(2), "\(needed)")
    let value = try #require(setValue(in: &state))
    #expect(value.count == 3 && value.utf8.count <= 2 * 128 + 1, "\(value.utf8.count) bytes")
    #expect(value.hasSuffix("b"))
  }

  @Test func `a text field accepts text up to its maximum number of bytes`() throws {
    let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
    var state = try #require(Self.lines.last).state
    _ = state.update(.typed(String(repeating: family, count: 10_000)), now: .zero)
    let value = try #require(setValue(in: &state))
    #expect(value.utf8.count <= 40_000)
    #expect(value.count == 40_000 / family.utf8.count)
  }

  @Test(arguments: [
    String(repeating: "e\u{301}\u{302}\u{303}", count: 6_000),
    "a" + String(repeating: "\u{301}", count: 64),
  ])
  func `a paste above the size limits of a text field is rejected completely`(text: String) throws {
    var state = try #require(Self.lines.last).state
    _ = state.update(.paste(text), now: .zero)
    #expect(state.screen.contains("✗ not pasted: expected at most 10,000 characters"))
    #expect(setValue(in: &state) == nil)
  }

  @Test func `keys move the cursor and delete text by grapheme clusters`() throws {
    var state = try #require(Self.lines.last).state
    _ = state.update(.typed("a漢e\u{301}b"), now: .zero)
    _ = state.press("← backspace ← delete x")
    let value = try #require(setValue(in: &state))
    #expect(value == "axb")
  }
}
