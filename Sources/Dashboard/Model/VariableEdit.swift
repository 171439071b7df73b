import FeatureFlags

/// The value of a variable while it is typed.
struct VariableEdit: Hashable, Sendable {
  /// The name of the variable.
  let name: String
  /// What has been typed so far.
  var input = TextInput(maximumLength: 10_000)
  /// Why what was typed last is not taken, or what is to be known before typing.
  private(set) var note: Note?

  /// Words below the line that is being typed.
  enum Note: Hashable, Sendable {
    /// The text is no value of the type, because of something in it if that is known.
    case refused(VariableType, String?)
    /// The value in effect does not fit into one line, so that the line begins empty.
    case untypable
  }

  /// Begins with the value in effect, if it can be typed.
  init(_ row: VariableRow) {
    name = row.name
    let value = row.type == .json ? row.value?.converted(to: .json) : row.value
    let text = value?.description ?? ""
    input.insert(text)
    if input.text != text {
      input = TextInput(maximumLength: 10_000)
      note = .untypable
    }
  }

  /// Takes a key; what was said of the text before goes with the first one.
  mutating func press(_ key: Key) {
    if input.press(key) { note = nil }
  }

  /// Takes pasted text.
  mutating func paste(_ text: String) {
    input.insert(text)
    note = nil
  }

  /// The value that was typed, if the feature takes it; otherwise it is noted why not.
  mutating func value(for feature: Feature) -> VariableValue? {
    do throws(DecisionError) {
      return try feature.value(input.text, for: name)
    } catch {
      if case .wrongValue(_, _, let wanted) = error {
        note = .refused(wanted, wanted == .json ? Self.fault(in: input.text) : nil)
      }
      return nil
    }
  }

  /// What keeps a text from being JSON.
  private static func fault(in text: String) -> String? {
    do throws(ConfigurationError) {
      _ = try JSONReader.read(Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension VariableEdit.Note {
  /// The words, in one short line.
  var words: String {
    switch self {
    case .refused(let wanted, let fault):
      "✗ wanted \(wanted.wanted)" + (fault.map { "; \($0)" } ?? "")
    case .untypable: "▲ the value in effect is too long, or has line breaks: type a new one"
    }
  }
}
