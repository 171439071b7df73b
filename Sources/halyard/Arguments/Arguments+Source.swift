import AscendEngine
import Dashboard
import FeatureFlags
import Files
import Flagd
import Glibc
import Networking
import OptimizelyEngine
import Targeting

extension Arguments {
  /// Parses the options that select a configuration, its user and its workspace.
  ///
  /// - Throws: `usage` for a value that cannot be parsed, `source` for a file that cannot be read.
  func sourceOptions() throws(Failure) -> SourceOptions {
    let (user, events) = (try userContext(), try eventOptions())
    if has(.isolated), let team = value(.team), team != TeamOptions.none {
      throw usage("--isolated uses no overrides of others; found --team too")
    }
    let experiments = try experiments()
    return SourceOptions(
      name: try sourceName(),
      fallback: try value(.fallback).map(FileURL.path),
      workspace: try workspaceName(),
      team: value(.team),
      isForcing: has(.force) && command.placeholder(of: .force) == nil,
      format: try format(),
      experiments: experiments,
      isCanonical: has(.canonical),
      fractional: try fractional(),
      time: try evaluationTime(),
      growthBookKey: try growthBookKey(),
      datafileURL: value(.datafileURL),
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
    guard SourceKinds.kind(of: word) == FileKind.self, !word.contains("/"), !word.contains("."),
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

  private func format() throws(Failure) -> (any FileFormat.Type)? {
    let outputs = command.outputFormats
    guard let name = values(.format).last(where: { !outputs.contains($0) }) else { return nil }
    if let format = FileFormats.all.first(where: { $0.name == name }) { return format }
    let names = (FileFormats.names + outputs).joined(separator: ", ")
    throw .usage("--format: found \"\(name)\", expected one of \(names)", command: nil)
  }

  /// Reads the decryption key from `--growthbook-key-file` or `HALYARD_GROWTHBOOK_KEY`.
  private func growthBookKey() throws(Failure) -> String? {
    let key = try value(.growthBookKeyFile).map { path throws(Failure) in
      try text(of: path, limit: 1 << 10)
    }
    return (key ?? environment["HALYARD_GROWTHBOOK_KEY"])?.trimmed
  }

  private func fractional() throws(Failure) -> FractionalGeneration {
    guard let name = value(.fractional) else { return .v2 }
    if let generation = FractionalGeneration(rawValue: name) { return generation }
    let names = FractionalGeneration.allCases.map(\.rawValue).joined(separator: ", ")
    throw .usage("--fractional: found \"\(name)\", expected one of \(names)", command: nil)
  }

  private func evaluationTime() throws(Failure) -> Timestamp? {
    guard let text = value(.time) else { return nil }
    if let time = Timestamp(text) { return time }
    throw .usage(
      "--time: found \"\(text)\", expected a time such as 2026-12-24T18:00:00Z",
      command: nil
    )
  }

  private func experiments() throws(Failure) -> SourceOptions.Experiments? {
    guard let path = value(.experiments) else { return nil }
    let file = try mapError(ExperimentsFile(path: path), to: Failure.source)
    return SourceOptions.Experiments(path: path, file: file)
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

  /// The server of `--events`; `nil` without the option.
  private func eventOptions() throws(Failure) -> SinkOption? {
    guard let url = value(.events) else { return nil }
    let timeout = try duration(.timeout) ?? Defaults.eventTimeout
    do throws(HTTPError) {
      return try SinkOption(url: url, timeout: timeout)
    } catch .unavailable(let reason) {
      throw .source(.unusable(URLRedaction.redacted(url, isAddress: true), .unavailable(reason)))
    } catch {
      let text = URLRedaction.redacted(url, isAddress: true)
      throw usage("--events: found \"\(text)\", expected an http or https URL")
    }
  }
}
