import FeatureFlags
import FoundationEssentials

extension OptimizelySdkSettings {
  /// Returns the URL of the datafile of an SDK key; `nil` for an empty key.
  func datafileAddress(of key: String, format: String? = nil) -> String? {
    guard !key.isEmpty else { return nil }
    let format = format ?? datafileURL
    guard let range = format.firstRange(of: "%@") else { return format }
    return format[..<range.lowerBound] + Self.escaped(key) + format[range.upperBound...]
  }

  /// Returns a function that measures the time since this call, with the clock of the settings.
  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  private static func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration
  where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Returns the workspace of the settings, or else a workspace of the running program that is
  /// separate for each SDK key.
  func workspace(of key: String) -> Workspace {
    if let workspace { return workspace }
    let name = "optimizely-" + Self.escaped(key)
    let temporary = FileManager.default.temporaryDirectory.path
    return Workspace.ofProgram(name)
      // Falls back to the temporary folder for users without a home folder.
      ?? Workspace(name: name, source: key, stateRoot: temporary, cacheRoot: temporary)
  }

  /// Percent-encodes a key as one component of a URL or a path, so that `..` and `/` cannot leave
  /// it.
  private static func escaped(_ key: String) -> String {
    var text = ""
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
