import AscendExperiments
import FeatureFlags
import Networking
import Optimizely

extension Place {
  /// Where Optimizely keeps datafiles; `%@` stands for the key of the SDK.
  private static let datafileURL = "https://cdn.optimizely.com/datafiles/%@.json"
  private static let datafileScheme = "optimizely:"

  /// The server that a source names; `nil` for a file.
  ///
  /// - Throws: `usage` or `source`, for what can never be asked.
  static func server(
    _ name: String,
    _ arguments: Arguments,
    _ experiments: ExperimentsFile?,
    _ environment: Environment
  ) throws(Failure) -> (any Source)? {
    let headers = try HTTPHeaders(arguments, environment)
    let deadline = try deadline(arguments)
    let user = try UserContext(arguments)
    let wanted = experiments ?? ExperimentsFile(defaults: [:])
    if AscendSource.isAddress(name), wanted.defaults.isEmpty { throw noExperiments(arguments) }
    do throws(SourceError) {
      if AscendSource.isAddress(name) {
        return try AscendSource(
          url: name,
          experiments: wanted,
          identity: AscendIdentity(
            userId: user.id,
            guestId: arguments.value(.user) ?? environment.author ?? "halyard"
          ),
          headers: headers,
          attributes: arguments.has(.attributes) ? user.attributes.mapValues(\.text) : nil,
          deadline: deadline
        )
      }
      if RemoteSource.isAddress(name) {
        return try RemoteSource(url: name, headers: headers, deadline: deadline)
      }
    } catch {
      throw .source(error)
    }
    if let key = datafileKey(in: name) {
      return try datafile(key, arguments, headers, deadline)
    }
    guard let colon = name.firstRange(of: "://") else { return nil }
    throw .source(
      .unsupported(URLRedaction.redacted(name), scheme: String(name[..<colon.lowerBound]))
    )
  }

  /// What the workspace of a server is named after: the whole URL, secret parameters included.
  static func location(of server: any Source) -> String {
    switch server {
    case let server as RemoteSource: server.location
    case let server as AscendSource: server.location
    default: server.name
    }
  }

  /// The longest time that a request to a server may take.
  ///
  /// - Throws: `usage`, for a text that is not a duration.
  static func deadline(_ arguments: Arguments) throws(Failure) -> Duration {
    try arguments.duration(.timeout) ?? .seconds(30)
  }

  /// The key of a datafile that is asked for by one; `nil` for another source.
  static func datafileKey(in name: String) -> String? {
    guard name.lowercased().hasPrefix(datafileScheme) else { return nil }
    return String(name.dropFirst(datafileScheme.count))
  }

  /// The format that the name of a source settles; `nil` where the content decides.
  static func format(of name: String) -> String? {
    if AscendSource.isAddress(name) { return ConfigurationFormat.ascend().name }
    return datafileKey(in: name).map { _ in "optimizely" }
  }

  /// The error for an Ascend server without the names of experiments: a request has to name them,
  /// and the response to one that names none is empty.
  private static func noExperiments(_ arguments: Arguments) -> Failure {
    let found =
      arguments.value(.experiments).map { "--experiments \($0) names no experiment" }
      ?? "--experiments FILE is missing"
    return .usage(
      found + ": an Ascend server responds only with experiments that the request names; "
        + "expected a JSON list of their keys, or an object of their keys with default variables",
      command: nil
    )
  }

  /// The address of the datafile of a key.
  private static func datafile(
    _ key: String,
    _ arguments: Arguments,
    _ headers: HTTPHeaders,
    _ deadline: Duration
  ) throws(Failure) -> RemoteSource {
    let allowed = key.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-_.".utf8.contains($0)
    }
    guard allowed, key.contains(where: { $0 != "." }) else {
      throw .usage(
        "\(datafileScheme)\(key) wants a key of letters, digits, -, _ and .",
        command: nil
      )
    }
    let template = arguments.value(.datafileURL) ?? datafileURL
    guard let place = template.firstRange(of: "%@") else {
      throw .usage(
        "--datafile-url \"\(URLRedaction.redacted(template))\" wants %@ where the key stands",
        command: nil
      )
    }
    let url = String(template[..<place.lowerBound] + key + template[place.upperBound...])
    do throws(SourceError) {
      return try RemoteSource(url: url, headers: headers, deadline: deadline)
    } catch {
      throw .source(error)
    }
  }
}

extension DataValue {
  /// The value as a text, without quotes.
  fileprivate var text: String {
    if case .string(let text) = self { text } else { description }
  }
}

extension Substring {
  /// The text without spaces around it.
  var trimmed: Substring {
    var text = self.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
