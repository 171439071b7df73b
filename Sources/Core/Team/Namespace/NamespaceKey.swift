package import FeatureFlags
import Networking

/// A key of a namespace in etcd, by the kind of its value.
///
/// All keys of a namespace begin with `/halyard/v1/NAMESPACE/`.
package enum NamespaceKey: Hashable, Sendable {
  case override(Feature.Name)
  /// The lock of a feature that only its owner may change.
  case lock(Feature.Name)
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
    case .override(let name):
      Array((prefix + Folder.override.rawValue).utf8) + PercentEncoding.encoded(name.rawValue.utf8)
    case .lock(let name):
      Array((prefix + Folder.lock.rawValue).utf8) + PercentEncoding.encoded(name.rawValue.utf8)
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
      case .override: return Self.feature(name).map { .override($0) }
      case .lock: return Self.feature(name).map { .lock($0) }
      case .member: return String(validating: name, as: UTF8.self).map { .member($0) }
      case .history: return String(validating: name, as: UTF8.self).map { .history($0) }
      }
    }
    return nil
  }

  /// Decodes the name of a feature.
  ///
  /// Returns `nil` for an encoding that Halyard does not write: otherwise, one feature could have
  /// several keys.
  private static func feature(_ name: ArraySlice<UInt8>) -> Feature.Name? {
    guard let text = decoded(name), case let feature = Feature.Name(rawValue: text),
      PercentEncoding.encoded(text.utf8).elementsEqual(name)
    else { return nil }
    return feature
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

// MARK: Percent-encoding

extension NamespaceLayout {
  /// Decodes a percent-encoded name; `nil` for an invalid escape or invalid UTF-8.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit
      else { return nil }
      decoded.append(high << 4 | low)
    }
    return String(validating: decoded, as: UTF8.self)
  }
}
