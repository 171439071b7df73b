import AscendExperiments
import FeatureFlags
import Locking
import Optimizely
import RemoteConfig

/// The formats that the program reads, and what the options say about them.
struct SourceFormats: Sendable {
  /// The names of the formats, as `--format` takes them.
  static let names = ["features", "optimizely", "remote-config", "ascend"]

  /// For whom a flag service decides; it may change while the program runs.
  let user: Locked<UserContext>
  /// What an Ascend server is asked for; `nil` if nothing was named.
  let experiments: ExperimentsFile?
  /// Where impressions are sent; `nil` where none is sent.
  let sink: SinkOption?
  /// The formats in the order in which they are tried; the last one is taken where none is
  /// recognised.
  let known: [ConfigurationFormat]
  /// The format of the source; `nil` where its content decides.
  let wanted: ConfigurationFormat?

  /// Takes the formats from the command line.
  ///
  /// - Throws: `usage` for a format or a user that is none, `source` for a file of experiments.
  init(_ arguments: Arguments, _ environment: Environment) throws(Failure) {
    let user = Locked(try UserContext(arguments))
    self.user = user
    let sink = try SinkOption(arguments)
    self.sink = sink
    do throws(SourceError) {
      experiments = try arguments.value(.experiments).map { path throws(SourceError) in
        try ExperimentsFile(path: path)
      }
    } catch {
      throw .source(error)
    }
    let ascend = experiments.map { ConfigurationFormat.ascend($0) } ?? .ascend()
    let datafile = DatafileSettings(
      order: arguments.has(.canonical) ? .canonical : .leftToRight,
      key: Place.named(arguments, environment).flatMap(Place.datafileKey),
      sink: sink?.host
    )
    known = [
      .optimizely(datafile) { user.withLock { $0 } }, .remoteConfigTemplate, ascend, .features,
    ]
    let settled = Place.named(arguments, environment).flatMap(Place.format)
    guard let name = arguments.value(.format) ?? settled else {
      wanted = nil
      return
    }
    wanted = known.first { $0.name == name }
    if wanted == nil {
      let names = Self.names.joined(separator: ", ")
      throw .usage("--format \"\(name)\" wants one of \(names)", command: nil)
    }
  }
}
