import Glibc
import Locking
import Networking
import Testing

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

/// How many descriptors this process has open.
func descriptorCount() throws -> Int {
  let folder = try #require(opendir("/proc/self/fd"))
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}

/// How much memory this process has, in pages of mostly 4 KiB.
func residentPages() throws -> Int {
  let file = try #require(fopen("/proc/self/statm", "r"))
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  let text = try #require(fgets(&line, 256, file).map { String(cString: $0) })
  return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
}
