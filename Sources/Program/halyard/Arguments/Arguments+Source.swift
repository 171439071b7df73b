import Dashboard
import FeatureFlags
import Files
import FlagSystem
import Glibc
import Networking

extension Arguments {
  /// Parses the options that select a configuration, its user and its workspace.
  ///
  /// - Throws: `usage` for a value that cannot be parsed, `source` for a file that cannot be read.
  func sourceOptions() throws(Failure) -> SourceOptions {
    let (user, events) = (try userContext(), try eventOptions())
    if has(.isolated), let team = value(.team), team != TeamOptions.none {
      throw usage("--isolated uses no overrides of others; found --team too")
    }
    return SourceOptions(
      name: try sourceName(),
      fallback: try value(.fallback).map { url throws(Failure) in
        try mapError(FileURL.path(of: url), to: Failure.sourceName)
      },
      workspace: try workspaceName(),
      team: value(.team),
      isForcing: has(.force) && command.placeholder(of: .force) == nil,
      format: try format(),
      settings: try systemSettings(),
      headers: try headers(),
      timeout: try duration(.timeout) ?? Defaults.requestTimeout,
      user: user,
      hasAttributes: has(.attributes),
      events: events,
      isReadOnly: has(.readOnly),
      isIsolated: has(.isolated)
    )
  }

  /// The name of the source from the operand, `--source` or `HALYARD_SOURCE`; `nil` if none is
  /// given.
  private func sourceName() throws(Failure) -> String? {
    let operand = command.sourceUse == .operand ? operands.first : nil
    guard let name = operand ?? value(.source) ?? environment["HALYARD_SOURCE"] else { return nil }
    guard !name.isEmpty else {
      throw .usage("the source is \"\", expected a file or a URL", command: nil)
    }
    if let operand, let other = value(.source) {
      throw .usage(
        "found two sources, \"\(URLRedaction.redacted(path: operand))\" and --source "
          + URLRedaction.redacted(path: other),
        command: nil
      )
    }
    if let operand, isDefaultCommand { try checkForCommand(operand) }
    return name
  }

  /// Rejects an operand that is neither a command nor an existing file.
  ///
  /// An operand that looks like a path, with a slash or an extension, is accepted: reading the
  /// source reports it as a missing file.
  ///
  /// - Throws: `usage`, with the nearest command.
  private func checkForCommand(_ word: String) throws(Failure) {
    guard SourceKinds.kind(of: word).form == SourceKind.file.form, !word.contains("/"),
      !word.contains("."),
      access(word, F_OK) != 0
    else { return }
    let shown = URLRedaction.redacted(word)
    let isPort = has(.serve) && UInt16(word) != nil
    let hint =
      isPort
      ? "; an address belongs to the option, as in --serve=127.0.0.1:\(shown)"
      : nearestCommand(to: word).map { "; did you mean the command '\($0)'?" } ?? ""
    throw .usage("\"\(shown)\" is neither a command nor a file\(hint)", command: nil)
  }

  private func workspaceName() throws(Failure) -> String? {
    guard let name = value(.workspace) else { return nil }
    if let defect = FileName.defect(in: name) {
      let shown = URLRedaction.redacted(name)
      throw .usage("--workspace: found \"\(shown)\": \(defect.message)", command: nil)
    }
    return name
  }

  private func format() throws(Failure) -> FlagSystemFormat? {
    let outputs = command.outputFormats
    guard let name = values(.format).last(where: { !outputs.contains($0) }) else { return nil }
    if let format = FileFormats.named(name) { return format }
    let names = (FileFormats.names + outputs).joined(separator: ", ")
    throw .usage("--format: found \"\(name)\", expected one of \(names)", command: nil)
  }

  /// Parses the options of the flag systems; an environment variable is the default of some options.
  private func systemSettings() throws(Failure) -> SystemSettings {
    var settings = SystemSettings()
    for row in FlagSystems.options {
      let option = Option(row)
      let variable = row.variable.flatMap { environment[$0.name] }
      guard let text = value(option) ?? variable else { continue }
      var content: String?
      if case .content(let limit) = row.form, has(option) {
        content = try self.text(of: text, limit: limit)
      }
      try mapError(settings.set(text, for: row, content: content)) {
        (error: SystemOptionError) -> Failure in
        switch error {
        case .expected(let expected):
          .usage("\(option.flag): found \"\(text)\", expected \(expected)", command: nil)
        case .source(let error): .source(error)
        }
      }
    }
    return settings
  }

  private func userContext() throws(Failure) -> EvaluationContext {
    let userFields = UserFields(
      key: value(.user) ?? "",
      attributes: value(.attributes) ?? "",
      segments: value(.segments) ?? "",
      profile: value(.profile) ?? ""
    )
    var user: EvaluationContext
    user = try mapError(EvaluationContext(userFields)) { (error: UserTextError) in
      usage("--\(error)")
    }
    user.targetingKey = value(.user)
    // `--segments ""` means "in no segment"; without the option the segments are unknown.
    if has(.segments), user.segments == nil { user.segments = [] }
    return user
  }

  /// The server to which `--events` sends impressions; `nil` without the option.
  private func eventOptions() throws(Failure) -> EventServerOption? {
    guard let url = value(.events) else { return nil }
    guard let support = FlagSystems.all.lazy.compactMap(\.decisions).first else {
      throw usage("--events: no flag system sends impressions")
    }
    let timeout = try duration(.timeout) ?? Defaults.eventTimeout
    do throws(HTTPError) {
      return try EventServerOption(url: url, timeout: timeout, support)
    } catch .unavailable(let reason) {
      throw .source(.unusable(URLRedaction.redacted(url, isAddress: true), .unavailable(reason)))
    } catch {
      let text = URLRedaction.redacted(url, isAddress: true)
      throw usage("--events: found \"\(text)\", expected an http or https URL")
    }
  }
}
