import FeatureFlags

extension ServingMetrics {
  /// Formats the users of tests as Prometheus text.
  static func text(of tests: [Feature.Name: TestUsers]) -> String {
    let tests = tests.sorted { $0.key.rawValue < $1.key.rawValue }
    var text = ""
    func append(
      _ metric: String,
      _ help: String,
      _ lines: (TestUsers) -> [(labels: String, value: String)]
    ) {
      text.append(metric, .gauge, help)
      for (name, users) in tests {
        for line in lines(users) {
          text += "\(metric){feature=\(label(name.rawValue))\(line.labels)} \(line.value)\n"
        }
      }
    }
    append("halyard_test_users", "Distinct users of a test by variation, without overrides.") {
      users in
      users.rows.map { (",variation=\(label($0.variation))", "\($0.users)") }
    }
    append("halyard_test_expected_share", "Share of the users that the source intends.") { users in
      users.rows.compactMap { row in
        row.expected.map { (",variation=\(label(row.variation))", "\($0)") }
      }
    }
    append("halyard_test_p_value", "Probability of a larger deviation by chance.") { users in
      users.fit.p.map { [("", "\($0)")] } ?? []
    }
    append("halyard_test_unsteady_users", "Users who got several variations.") { users in
      [("", "\(users.unsteadyCount)")]
    }
    append("halyard_test_overridden_users", "Users whose variation an override determined.") {
      users in
      [("", "\(users.overridden)")]
    }
    return text
  }
}
