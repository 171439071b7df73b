import Locking
import Networking

extension HTTPClient.Configuration {
  /// The default configuration, but without the proxy of the environment.
  static var forTests: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    return configuration
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Records values that several threads report.
final class Recorder<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func add(_ element: Element) {
    elements.withLock { $0.append(element) }
  }
}
