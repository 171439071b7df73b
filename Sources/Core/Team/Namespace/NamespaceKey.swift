package import FeatureFlags
import Networking

/// A key of a namespace in etcd, by the kind of its value.
///
/// All keys of a namespace begin with `/halyard/v1/NAMESPACE/`.
package enum NamespaceKey: Hashable, Sendable {
  case override(OverrideKey)
  /// The lock of an override that only its owner may change.
  case lock(OverrideKey)
  /// A program that follows the namespace now.
  case member(String)
  /// An operation of the history (one change by one person), or one part of an operation with very many
  /// changes.
  case history(String)
}

/// The names of the keys of one namespace.
package struct NamespaceLayout: Hashable, Sendable {
  /// The beginning of all keys of the namespace.
  package let prefix: String

  package init(namespace: String) {
    prefix = "/halyard/v1/\(namespace)/"
  }

  package func bytes(of key: NamespaceKey) -> [UInt8] {
    switch key {
    case .override(let key): Array((prefix + Folder.override.rawValue + key.path).utf8)
    case .lock(let key): Array((prefix + Folder.lock.rawValue + key.path).utf8)
    case .member(let id): Array("\(prefix)\(Folder.member.rawValue)\(id)".utf8)
    case .history(let id): Array("\(prefix)\(Folder.history.rawValue)\(id)".utf8)
    }
  }

  /// Parses the bytes of a key; `nil` for a key that Halyard does not write.
  package func key(_ bytes: [UInt8]) -> NamespaceKey? {
    guard bytes.starts(with: prefix.utf8) else { return nil }
    let rest = bytes.dropFirst(prefix.utf8.count)
    for folder in Folder.allCases where rest.starts(with: folder.rawValue.utf8) {
      let name = rest.dropFirst(folder.rawValue.utf8.count)
      switch folder {
      case .override: return OverrideKey(path: name).map { .override($0) }
      case .lock: return OverrideKey(path: name).map { .lock($0) }
      case .member: return String(validating: name, as: UTF8.self).map { .member($0) }
      case .history: return String(validating: name, as: UTF8.self).map { .history($0) }
      }
    }
    return nil
  }

  /// The range of the keys of all overrides.
  var overrides: EtcdRange { EtcdRange(prefix: prefix + Folder.override.rawValue) }
  /// The range of the keys of all locks.
  var locks: EtcdRange { EtcdRange(prefix: prefix + Folder.lock.rawValue) }
  /// The range of the keys of the history.
  var history: EtcdRange { EtcdRange(prefix: prefix + Folder.history.rawValue) }
  /// The range of the keys that programs follow: all keys except those of the history, which sort before
  /// the range.
  var followed: EtcdRange {
    EtcdRange(
      from: Array((prefix + Folder.lock.rawValue).utf8),
      throughPrefix: prefix + Folder.override.rawValue
    )
  }

  private enum Folder: String, CaseIterable {
    case history = "history/"
    case lock = "lock/"
    case member = "member/"
    case override = "override/"
  }
}

// MARK: Paths of overrides

/// The path of an override below its folder: the name of the feature, and its scope, if any.
///
/// The parts are percent-encoded, and divided by `/`. Programs that know no scopes skip the keys of such
/// overrides, because they find no name of a feature in them.
extension OverrideKey {
  package var path: String {
    ([feature.rawValue] + scope.parts).map(PercentEncoding.encoded).joined(separator: "/")
  }

  /// Decodes a path; `nil` for an encoding that Halyard does not write: otherwise, one override could have
  /// several keys.
  fileprivate init?(path: ArraySlice<UInt8>) {
    var parts: [String] = []
    for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let bytes = PercentEncoding.decoded(part),
        let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      parts.append(text)
    }
    guard let name = parts.first, let scope = OverrideScope(parts: parts.dropFirst()) else {
      return nil
    }
    self.init(Feature.Name(rawValue: name), for: scope)
    guard self.path.utf8.elementsEqual(path) else { return nil }
  }
}

extension OverrideScope {
  fileprivate var parts: [String] {
    switch self {
    case .everyone: []
    case .key(let key, nil): ["key", key]
    case .key(let key, let kind?): ["kind", kind, key]
    case .attribute(let name, let value): ["attribute", name, value.description]
    }
  }

  fileprivate init?(parts: ArraySlice<String>) {
    let values = Array(parts.dropFirst())
    switch (parts.first, values.count) {
    case (nil, _): self = .everyone
    case ("key", 1): self = .key(values[0])
    case ("kind", 2): self = .key(values[1], kind: values[0])
    case ("attribute", 2):
      // Drops the error: the key is then one that this version ignores, and the status lists it.
      guard let value = try? AttributeValue(json: values[1]), value.isScalar else { return nil }
      self = .attribute(values[0], value)
    case _: return nil
    }
  }
}
