import Locking
import Networking

extension HTTPClient.Configuration {
  /// Without a proxy that the machine may have set.
  static var forTests: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    return configuration
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Gathers what comes from other threads.
final class Recorder<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func add(_ element: Element) {
    elements.withLock { $0.append(element) }
  }
}
