import FeatureFlags
import Frame

/// The steps of an animated snapshot: key presses, pauses, captions and requests.
struct SnapshotScript {
  let steps: [Step]

  /// A line of the script.
  enum Step: Hashable {
    /// Presses keys one after another.
    case press([Key])
    /// Types the characters of a text.
    case type(String)
    /// Shows the screen for a time.
    case wait(Duration)
    /// Shows a line of text below the screen; "" removes it.
    case caption(String)
    /// Requests a feature from a server of the features, and shows the request and the response; ""
    /// removes them.
    case request(String)
  }

  /// The words with which a line begins, each with an example of what follows.
  private static let forms = [
    "press j j space", "type /cart", "wait 1.5s", "caption TEXT", "request FEATURE",
  ]

  /// The maximum size of a script in bytes; a recording has a screen in memory for each key press.
  static let sizeLimit = 16 << 10
  /// The longest pause of one step.
  private static let longestWait = Duration.seconds(60)

  /// Parses one step per line; skips empty lines and lines that begin with `#`.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - name: The name of the script for error messages.
  /// - Throws: `usage` with the line of the first error.
  init(_ text: String, name: String) throws(Failure) {
    var steps: [Step] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      do throws(Mismatch) {
        steps.append(try Self.step(line))
      } catch {
        throw .usage(
          "\(name):\(index + 1): found \"\(error.found.shortened(to: 60))\", expected \(error.expected)",
          command: SnapshotCommand.row.name
        )
      }
    }
    self.steps = steps
  }

  /// The reason why a line is not a step.
  private struct Mismatch: Error {
    let found: String
    let expected: String

    init(found: String, expected: String) {
      (self.found, self.expected) = (found, expected)
    }

    init(_ unknown: Key.UnknownName) {
      self.init(found: unknown.name, expected: Key.UnknownName.expected)
    }
  }

  private static func step(_ line: String) throws(Mismatch) -> Step {
    let word = line.prefix { !$0.isWhitespace }
    let rest = line.dropFirst(word.count).trimmed
    switch word {
    case "press" where !rest.isEmpty: return .press(try mapError(Key.keys(rest), to: Mismatch.init))
    case "type" where !rest.isEmpty: return .type(rest)
    case "wait":
      guard let time = Duration(text: rest), time <= longestWait else {
        throw Mismatch(found: line, expected: "wait and a time of at most 60s, such as 1.5s")
      }
      return .wait(time)
    case "caption": return .caption(rest)
    case "request": return .request(rest)
    case _: throw Mismatch(found: line, expected: "a step such as " + forms.joined(separator: ", "))
    }
  }

}

extension Key {
  /// A name that belongs to no key.
  struct UnknownName: Error {
    let name: String

    static let expected = "a character or a key such as down"
  }

  /// Parses names of keys that are separated by spaces.
  static func keys(_ names: some StringProtocol) throws(UnknownName) -> [Key] {
    var keys: [Key] = []
    for name in names.split(separator: " ") {
      guard let key = Key(name: String(name)) else { throw UnknownName(name: String(name)) }
      keys.append(key)
    }
    return keys
  }
}
