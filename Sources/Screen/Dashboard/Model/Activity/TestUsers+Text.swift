import FeatureFlags
import Text
import Workbench

extension TestUsers {
  /// The number of users, and whether their shares fit the expected ones, such as
  /// `1,204 users, fits (p = 0.43)`.
  var text: String { "\(countText), \(fit.text)" }

  /// The number of users, such as `≈ 1,204,000 users`.
  var countText: String {
    let count = Number.grouped(total) + (total == 1 ? " user" : " users")
    return switch precision {
    case .exact: count
    case .estimated: "≈ \(count)"
    case .atLeast: "at least \(count)"
    }
  }
}

extension TestUsers {
  /// The symbol of a test whose shares do not fit, or that has users with several variations; `nil` for
  /// any other test.
  var symbol: (text: String, role: Role)? {
    if case .differs = fit { return ("✗", .failure) }
    return unsteadyCount > 0 ? ("▲", .warning) : nil
  }

  /// The number and the share of the users of each variation, such as
  /// `red 2,740 (54.8 %, expected 50 %)`.
  var sharesText: String {
    rows.map { row in
      let shares = [
        row.share.map { Number.percent($0 * 100) },
        row.expected.map { "expected " + Number.percent($0 * 100) },
      ].compactMap(\.self)
      let text = "\(row.variation) \(Number.grouped(row.users))"
      return shares.isEmpty ? text : text + " (\(shares.joined(separator: ", ")))"
    }
    .joined(separator: ", ")
  }
}

extension TestUsers.Fit {
  /// The result of the comparison, such as `does not fit (p = 0.0002)`.
  var text: String {
    switch self {
    case .tooFew: "too few users"
    case .unknown: "no expected shares"
    case .fits(let p): "fits (\(Self.text(of: p)))"
    case .differs(let p): "does not fit (\(Self.text(of: p)))"
    }
  }

  /// A probability with two digits after the point, or four if it is small.
  private static func text(of p: Double) -> String {
    let (digits, unit) = p < 0.01 ? (4, 10_000.0) : (2, 100.0)
    let count = Int((p * unit).rounded())
    guard count > 0 else { return "p < 0.0001" }
    guard count < Int(unit) else { return "p = 1" }
    let text = String(count)
    return "p = 0." + String(repeating: "0", count: digits - text.count) + text
  }
}

extension UnsteadyUser {
  /// The attributes that differ between both evaluations of the user as text, without secrets.
  var differenceText: String {
    guard let names = differingAttributes else { return "the first attributes are unknown" }
    guard !names.isEmpty else { return "with the same attributes" }
    let results = [first, second].map { $0.context?.attributes.withoutSecrets ?? [:] }
    let parts = names.prefix(3).map { name in
      let texts = results.map { $0[name]?.unquoted.shortened(to: 20) ?? "none" }
      return "\(name): \(texts[0]) → \(texts[1])"
    }
    return parts.joined(separator: ", ") + (names.count > 3 ? ", …" : "")
  }
}
