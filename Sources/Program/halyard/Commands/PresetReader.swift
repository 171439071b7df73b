import Documents
import FeatureFlags
import Files
import Glibc
import Workbench

/// Reads the preset that an operand of `preset apply` or `preset show` selects: by name, from a file, or
/// from a URL.
struct PresetReader {
  private let context: CommandContext
  private let options: SourceOptions

  /// Creates a reader; the headers and the timeout of the options apply to a URL.
  init(_ context: CommandContext, _ options: SourceOptions) {
    self.context = context
    self.options = options
  }

  /// Reads a preset, and warns of fields that are ignored.
  ///
  /// - Parameters:
  ///   - subject: A URL, the name of a preset of the workspace, or else a file.
  ///   - file: The value of `--file`, which is always a file.
  /// - Returns: The preset, with its name if it is a preset of the workspace; nothing is applied.
  /// - Throws: `preset` for an unknown name or a malformed file, `source` for a file or a URL that
  ///   cannot be read.
  func read(_ subject: String?, file: String?) async throws(Failure) -> Preset {
    guard let subject else {
      return try await read(FileSource(path: try path(of: file ?? "")))
    }
    if RemoteSource.isAddress(subject) {
      let (headers, timeout, program) = (options.headers, options.timeout, context.program)
      return try await read(
        RemoteSource(preset: subject, headers: headers, timeout: timeout, program)
      )
    }
    let folder = PresetFolder(context.setup.workspace)
    do throws(PresetError) {
      let reading = try folder.read(subject)
      var preset = accepted(reading, in: try folder.path(of: subject))
      preset.name = subject
      return preset
    } catch .unknown, .badName {
      guard isFile(subject) else {
        throw .preset(Self.lookUpError(subject, folder))
      }
      return try await read(FileSource(path: try path(of: subject)))
    } catch {
      throw .preset(error)
    }
  }

  private func path(of file: String) throws(Failure) -> String {
    try mapError(FileURL.path(of: file), to: Failure.sourceName)
  }

  private func isFile(_ subject: String) -> Bool {
    subject.contains("/") || subject.hasSuffix(".json")
      || access(context.program.environment.absolute(subject), F_OK) == 0
  }

  private static func lookUpError(_ name: String, _ folder: PresetFolder) -> PresetError {
    .unknown(name, nearest: NameSuggestions.suggestions(for: name, among: folder.names))
  }

  private func read(_ source: some Source) async throws(Failure) -> Preset {
    accepted(try await PresetFile.reading(of: source), in: source.name)
  }

  private func accepted(_ reading: PresetFile.Reading, in file: String) -> Preset {
    for warning in reading.warnings { context.console.warn(warning.description(in: file)) }
    return reading.preset
  }
}
