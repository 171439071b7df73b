import Glibc

/// Identifies a storage of overrides, so that an app can follow it without knowing its kind.
package enum OverrideLocator: Hashable, Sendable {
  /// An overrides file at the given path, such as the `overrides.json` of a workspace.
  case file(String)

  /// Parses a locator, such as the value of the environment variable `HALYARD_OVERRIDES`.
  package init(_ text: String) {
    self = .file(text)
  }

  /// Creates the storage, without reading it.
  package func makeStorage() -> any OverrideStorage {
    switch self {
    case .file(let path): FileOverrideStorage(path: path)
    }
  }

  /// The name of the environment variable with the locator of the overrides that an app follows.
  package static let environmentVariable = "HALYARD_OVERRIDES"

  /// The locator in `HALYARD_OVERRIDES`, read at the first use of the property; `nil` if the
  /// variable is not set.
  ///
  /// A program that runs with the privileges of a different user (setuid) ignores the variable: the
  /// user who starts the program must not control it.
  package static let ofEnvironment: OverrideLocator? = {
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    let text = getenv(environmentVariable).map { String(cString: $0) }
    return text.flatMap { $0.isEmpty ? nil : OverrideLocator($0) }
  }()
}

extension OverrideLocator: CustomStringConvertible {
  /// The path or URL of the storage.
  package var description: String {
    switch self {
    case .file(let path): path
    }
  }
}
