import FeatureFlags
import OFREP

/// The source kind for an OFREP server, which evaluates all flags for one user.
///
/// The session follows the event streams of the server, and also polls it.
enum OFREPKind: ServerKind {
  static let form = "ofrep+https://HOST[/BASE]"
  static let meaning = "the flags of an OFREP server for `--user` and `--attributes`"
  static let format: (any FileFormat.Type)? = OFREPFormat.self

  static func source(
    _ url: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> OFREPSource {
    try mapError(
      OFREPSource(
        url: url,
        context: options.user,
        headers: options.headers,
        deadline: options.timeout,
        client: program.makeClient()
      ),
      to: Failure.source
    )
  }
}
