package import FeatureFlags
package import Targeting

/// An option of the command line that affects how a system reads or evaluates documents.
package struct SystemOption<Value: Sendable>: Sendable {
  /// The option as the command line knows it.
  package let row: SystemOptionRow

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: The long form without the dashes.
  ///   - form: The form of the value.
  ///   - help: The help text.
  ///   - variable: The environment variable that has the value, too, and its meaning; `nil` for none.
  ///   - parse: Parses the value; for a value in a file, that content.
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

/// An option of a system, of any type of value.
package struct SystemOptionRow: Sendable {
  package let name: String
  package let form: Form
  package let help: String
  package let variable: (name: String, meaning: String)?
  let parse: @Sendable (String) throws(SystemOptionError) -> any Sendable

  package enum Form: Sendable {
    /// The option has no value.
    case switched
    /// A text, with its placeholder in help, and the words that a shell completes.
    case text(String, words: [String] = [])
    /// The path of a file that selects what the source responds with.
    case path
    /// The path of a file whose content is the value, with the maximum size in bytes.
    case content(limit: Int)
  }
}

/// The reason why the value of an option cannot be parsed.
package enum SystemOptionError: Error {
  /// Describes the expected value.
  case expected(String)
  /// A file that the option names cannot be read.
  case source(SourceError)
}

/// The values of the options of all systems.
package struct SystemSettings: Sendable {
  /// The name of the source; `nil` for the example.
  package var sourceName: String?
  /// The host that receives impressions; `nil` for none.
  package var impressionHost: String?
  /// The values of the form `path` as they were given, by the name of the option.
  package private(set) var paths: [String: String] = [:]
  private var values: [String: any Sendable] = [:]

  package init() {}

  /// The value of an option; `nil` if it was not given.
  package subscript<Value>(option: SystemOption<Value>) -> Value? {
    values[option.row.name] as? Value
  }

  /// Parses and stores the value of an option.
  ///
  /// - Parameters:
  ///   - text: The value as it was given.
  ///   - option: The option.
  ///   - content: The content of the file that the value names, for an option of that form.
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
  /// The time of each evaluation, for systems whose rules depend on it.
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
