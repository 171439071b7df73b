import Documents
import FeatureFlags
import Networking

extension PresetFile {
  /// Reads a preset from a file or a URL.
  ///
  /// - Throws: `preset` for a malformed document, `source` for a file or a URL that cannot be read.
  static func reading(of source: some Source) async throws(Failure) -> Reading {
    let bytes = try await mapError(awaiting: await source.read(), to: Failure.source)
    let limit = Limit.workspaceFileBytes
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
