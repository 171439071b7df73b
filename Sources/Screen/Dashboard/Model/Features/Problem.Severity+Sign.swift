import FeatureFlags

extension Problem.Severity {
  /// All severities, the most severe first.
  static let all: [Problem.Severity] = [.error, .warning, .note]

  /// The sign of the severity, which replaces the colour on screens without colours.
  var sign: String {
    switch self {
    case .error: "✗"
    case .warning: "▲"
    case .note: "•"
    }
  }

  /// The style role of the sign.
  var role: Role {
    switch self {
    case .error: .failure
    case .warning: .warning
    case .note: .information
    }
  }

  /// The rank of the severity; 0 for the most severe one.
  var rank: Int { Self.all.firstIndex(of: self) ?? Self.all.count }
}

extension Collection<Problem> {
  /// The most severe problem; the first one of several; `nil` without problems.
  var worst: Problem? { self.min { $0.severity.rank < $1.severity.rank } }
}
