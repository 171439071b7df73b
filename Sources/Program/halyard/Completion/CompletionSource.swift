import FeatureFlags
import Files
import FoundationEssentials
import Glibc
import Text
import Workbench

/// Reads the names that shells complete: from the source of a command line, its workspace, and the
/// themes.
///
/// It reads local files and the cached configuration of a server, but sends no request. After an error
/// there are no candidates.
struct CompletionSource {
  let program: Program
  /// All commands, the default one first.
  let commands: [CommandRow]

  /// The options that determine the source and the workspace.
  private static var options: [Option] {
    [.source, .workspace, .format] + FlagSystems.options.map { Option($0) }
  }

  /// Finds the names of one kind.
  ///
  /// - Parameters:
  ///   - completion: The kind of the names; only kinds that depend on the source, the workspaces or the
  ///     themes have candidates here.
  ///   - request: The parsed command line.
  /// - Returns: The names, as `list` prints them.
  func candidates(
    _ completion: ValueCompletion,
    _ request: CompletionRequest
  ) async -> [CompletionReply.Candidate] {
    switch completion {
    case .themes:
      return Self.candidates(["terminal"] + program.themes.files.map(\.name))
    case .workspaces: return Self.candidates(workspaces)
    case .none, .files, .commands, .words: return []
    case .features, .overriddenFeatures, .variations, .variables, .sections, .presets: break
    }
    guard let options = options(of: request), let setup = setup(options) else { return [] }
    if completion == .presets { return Self.candidates(PresetFolder(setup.workspace).names) }
    // Drops the error: an unreadable workspace has no names to complete.
    let overrides = (try? await setup.store.storedOverrides()) ?? [:]
    if completion == .overriddenFeatures {
      return Self.candidates(Set(overrides.keys.map(\.feature.rawValue)).sorted())
    }
    let features = await features(of: setup, options)
    switch completion {
    case .features:
      return features.listOrder.map { features[$0] }.map { feature in
        Self.candidate(feature.name.rawValue, "\(feature.typeText), \(feature.sectionTitle)")
      }
    case .sections:
      var seen: Set<String> = []
      let titles = features.listOrder.map { features[$0].sectionTitle }
      return Self.candidates(titles.filter { seen.insert($0).inserted })
    case .variations: return Self.candidates(variations(of: request, in: features))
    case .variables:
      guard let feature = selected(by: request, in: features) else { return [] }
      return feature.declaredVariables.map { Self.candidate($0.name, "variable") }
    case .none, .files, .commands, .words, .themes, .workspaces, .presets, .overriddenFeatures:
      return []
    }
  }

  private static func candidates(_ names: [String]) -> [CompletionReply.Candidate] {
    names.map { candidate($0, "") }
  }

  /// A name as `list` prints it: without control characters, which end a line of the reply.
  private static func candidate(_ name: String, _ help: String) -> CompletionReply.Candidate {
    CompletionReply.Candidate(text: NameMatch.printed(name), help: DisplayText(help).text)
  }
}

// MARK: Features

extension CompletionSource {
  /// The options of the command line that select the source and the workspace; `nil` for invalid
  /// options.
  private func options(of request: CompletionRequest) -> SourceOptions? {
    var words = ["list"]
    for option in Self.options {
      guard let value = request.values[option]?.last else { continue }
      words.append("\(option.flag)=\(expanded(value))")
    }
    if request.command.sourceUse == .operand, let name = request.operands.first {
      words.append("--source=\(expanded(name))")
    }
    // Drops the error: an invalid option has no names to complete.
    let arguments = try? Arguments(words, commands: commands, environment: program.environment)
    return try? arguments?.sourceOptions()
  }

  private func setup(_ options: SourceOptions) -> Setup? {
    // Drops the error: an invalid name of a source has no names to complete.
    try? Setup(options, program, isReadOnly: true)
  }

  /// Replaces a tilde at the beginning of a path, which the shell has not expanded yet.
  private func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = program.environment["HOME"] else { return path }
    return home + path.dropFirst()
  }

  /// The features of a local source, or of the cached configuration of a server.
  private func features(of setup: Setup, _ options: SourceOptions) async -> [Feature] {
    var bytes: [UInt8]?
    // Drops the errors: an unreadable document has no names to complete.
    if setup.origin == .remote {
      bytes = (try? setup.workspace.lastGood(for: setup.source))?.bytes
    } else if let local = setup.source as? any LocalSource {
      bytes = local.paths.allSatisfy(Self.isRegularFile) ? try? local.readNow() : nil
    } else if let memory = setup.source as? InMemorySource {
      bytes = try? await memory.read()
    }
    guard let bytes else { return [] }
    let source = InMemorySource(name: setup.source.name, result: .success(bytes))
    var loader = ConfigurationLoader(source: source, origin: .cache)
    loader.formats = FileFormats.candidates(options.formatSettings)
    loader.format = options.selectedReader
    return (try? await loader.load().configuration.features) ?? []
  }

  /// Whether a file can be read without waiting, unlike a pipe.
  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The feature that the first operand selects by its name; `nil` if no feature matches.
  private func selected(by request: CompletionRequest, in features: [Feature]) -> Feature? {
    guard let word = request.operands.first,
      case .found(let name) = NameMatch(of: word, among: features.lazy.map(\.name.rawValue))
    else { return nil }
    return features.first { $0.name == Feature.Name(rawValue: name) }
  }

  /// The variations of the features that the first operand selects by its name or as a glob.
  private func variations(of request: CompletionRequest, in features: [Feature]) -> [String] {
    var matches = selected(by: request, in: features).map { [$0] } ?? []
    if matches.isEmpty, let pattern = request.operands.first.flatMap({ NamePattern($0) }) {
      matches = features.filter { pattern.matches($0.name.rawValue) }
    }
    var seen: Set<String> = []
    return matches.flatMap(\.testVariations).map(\.rawValue).filter { seen.insert($0).inserted }
  }
}

// MARK: Folders

extension CompletionSource {
  /// The names of the workspaces with stored overrides or assignments.
  private var workspaces: [String] {
    let root = program.environment.stateRoot
    // Drops the error: a missing folder has no workspaces.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.sorted().filter { name in
      guard FileName.defect(in: name) == nil else { return false }
      return ["overrides.json", "assignments.json"].contains {
        access("\(root)/\(name)/\($0)", F_OK) == 0
      }
    }
  }
}
