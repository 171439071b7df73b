import FeatureFlags
import OFREP

/// The source kind for an OFREP server, which evaluates all flags for one user; its event streams
/// are followed, and it is polled.
enum OFREPKind: SourceKind {
  static let form = "ofrep+https://HOST[/BASE]"
  static let meaning = "the flags of an OFREP server for `--user` and `--attributes`"
  static let format: (any FileFormat.Type)? = OFREPFormat.self

  static func matches(_ name: String) -> Bool { OFREPSource.isAddress(name) }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    do throws(SourceError) {
      let source = try OFREPSource(
        url: name,
        context: options.user,
        headers: options.headers,
        deadline: options.timeout,
        client: program.makeClient()
      )
      return SourceLocation(remote: source, location: source.location)
    } catch {
      throw .source(error)
    }
  }
}
