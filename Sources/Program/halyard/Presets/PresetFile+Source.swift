import Documents
import FeatureFlags
import Networking
import Workbench

extension RemoteSource {
  /// Creates the source of a preset at a URL; the size limit is that of a preset file in a workspace.
  ///
  /// - Throws: `source` for a malformed URL.
  init(
    preset url: String,
    headers: HTTPHeaders = [:],
    timeout: Duration = Defaults.requestTimeout,
    _ program: Program
  ) throws(Failure) {
    self = try mapError(
      RemoteSource(
        url: url,
        headers: headers,
        deadline: timeout,
        largest: InputLimit.workspaceFileBytes.maximum,
        client: program.makeClient()
      ),
      to: Failure.source
    )
  }
}

extension PresetFile {
  /// Reads a preset from a file or a URL.
  ///
  /// - Throws: `preset` for a malformed document, `source` for a file or a URL that cannot be read.
  static func reading(of source: some Source) async throws(Failure) -> Reading {
    let bytes = try await mapError(awaiting: await source.read(), to: Failure.source)
    let limit = InputLimit.workspaceFileBytes
    do throws(DocumentError) {
      guard bytes.count <= limit.maximum else {
        throw .limit(limit, found: bytes.count, line: nil)
      }
      return try PresetFile.read(bytes)
    } catch {
      throw .preset(.malformed(file: source.name, error))
    }
  }
}
