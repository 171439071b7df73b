import Glibc

/// Names a storage of overrides, so that an app can follow it without knowing its kind.
package enum OverrideLocator: Hashable, Sendable {
  /// The file at this path, such as a workspace's `overrides.json`.
  case file(String)

  /// Reads a locator from text, such as the value of the environment variable.
  package init(_ text: String) {
    self = .file(text)
  }

  /// Makes the storage; nothing is read until it is used.
  package func makeStorage() -> any OverrideStorage {
    switch self {
    case .file(let path): FileOverrideStorage(path: path)
    }
  }

  /// The environment variable with the locator of the overrides that an app follows.
  package static let environmentVariable = "HALYARD_OVERRIDES"

  /// The locator in the environment, as of its first use; `nil` if there is none.
  ///
  /// A program that runs with the rights of another user ignores the variable: the user who starts
  /// the program must not control it.
  package static let ofEnvironment: OverrideLocator? = {
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    let text = getenv(environmentVariable).map { String(cString: $0) }
    return text.flatMap { $0.isEmpty ? nil : OverrideLocator($0) }
  }()
}

extension OverrideLocator: CustomStringConvertible {
  /// The path or address of the storage.
  package var description: String {
    switch self {
    case .file(let path): path
    }
  }
}
