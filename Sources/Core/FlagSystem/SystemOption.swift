package import FeatureFlags
package import Targeting

/// A command line option that affects how a flag system reads or evaluates documents.
package struct SystemOption<Value: Sendable>: Sendable {
  /// The option without the type of its value, for the table of all options.
  package let row: SystemOptionRow

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: The long form without the dashes.
  ///   - form: The kind of value that the option expects.
  ///   - help: The help text.
  ///   - variable: The environment variable that can also set the value, and its description; `nil` for
  ///     none.
  ///   - parse: Parses the value; for a value in a file, the content of the file.
  package init(
    _ name: String,
    _ form: SystemOptionRow.Form,
    help: String,
    variable: (name: String, meaning: String)? = nil,
    parse: @escaping @Sendable (String) throws(SystemOptionError) -> Value
  ) {
    row = SystemOptionRow(name: name, form: form, help: help, variable: variable, parse: parse)
  }
}

/// An option of a flag system without the type of its value.
package struct SystemOptionRow: Sendable {
  package let name: String
  package let form: Form
  package let help: String
  package let variable: (name: String, meaning: String)?
  let parse: @Sendable (String) throws(SystemOptionError) -> any Sendable

  package enum Form: Sendable {
    /// The option has no value.
    case switched
    /// A text, with its placeholder in the help, and the words that shell completion offers.
    case text(String, words: [String] = [])
    /// The path of a file that determines what the source requests, such as a list of experiments.
    case path
    /// The path of a file whose content is the value, with the maximum size in bytes.
    case content(limit: Int)
  }
}

/// The reason why the value of an option cannot be parsed.
package enum SystemOptionError: Error {
  /// The value is invalid; the text describes the expected value.
  case expected(String)
  /// The file that the option names cannot be read.
  case source(SourceError)
}

/// The values of the options of all flag systems.
package struct SystemSettings: Sendable {
  /// The name of the source; `nil` for the built-in example.
  package var sourceName: String?
  /// The host that receives impressions; `nil` for none.
  package var impressionHost: String?
  /// The paths of the options of the form ``SystemOptionRow/Form/path``, as entered, by the name of the
  /// option.
  package private(set) var paths: [String: String] = [:]
  private var values: [String: any Sendable] = [:]

  package init() {}

  /// The parsed value of an option; `nil` if the user did not set the option.
  package subscript<Value>(option: SystemOption<Value>) -> Value? {
    values[option.row.name] as? Value
  }

  /// Parses and stores the value of an option.
  ///
  /// - Parameters:
  ///   - text: The value as entered.
  ///   - option: The option.
  ///   - content: The content of the file that the value names, for an option of the form `content`;
  ///     `nil` for the other forms.
  /// - Throws: The reason why the value cannot be parsed.
  package mutating func set(
    _ text: String,
    for option: SystemOptionRow,
    content: String? = nil
  ) throws(SystemOptionError) {
    values[option.name] = try option.parse(content ?? text)
    if case .path = option.form { paths[option.name] = text }
  }
}

extension SystemOption<Timestamp> {
  /// The option for the time of each evaluation, for flag systems whose rules depend on the time.
  package static var time: SystemOption<Timestamp> {
    SystemOption(
      "time",
      .text("TIME"),
      help: """
        The time at which flags are evaluated whose rules depend on it, such as 2026-12-24T18:00:00Z; the \
        current time by default.
        """
    ) { text throws(SystemOptionError) in
      guard let time = Timestamp(text) else {
        throw .expected("a time such as 2026-12-24T18:00:00Z")
      }
      return time
    }
  }
}

extension SystemSettings {
  /// Returns the time of each evaluation: that of the option, or the current time.
  package var now: @Sendable () -> Timestamp {
    let time = self[.time]
    return { time ?? Timestamp.current() }
  }
}
