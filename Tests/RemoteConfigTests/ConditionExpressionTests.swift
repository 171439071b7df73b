import FeatureFlags
import Targeting
import Testing

@testable import RemoteConfig

/// Tests the conditions of client templates, of which only Firebase can evaluate some.
struct ConditionExpressionTests {
  private static let now = Timestamp(seconds: 1_795_255_331)

  /// Returns the result of an expression for a user: `yes`, `no`, or the reason why it is undecided.
  private func result(_ expression: String, _ attributes: [String: AttributeValue]) -> String {
    let condition = RemoteConfigTemplate.Condition(
      name: "c",
      expression: expression,
      rule: ConditionExpression.rule(of: expression)
    )
    let user = EvaluationContext(targetingKey: "ana", attributes: attributes)
    var evaluation = TemplateEvaluation([condition], for: user, at: Self.now)
    return switch evaluation.result(ofCondition: 0) {
    case .yes: "yes"
    case .no: "no"
    case .undecided(let reason): reason
    }
  }

  private static let device: [String: AttributeValue] = [
    "device.os": "iOS", "country": "ES", "language": "pt-BR", "app.version": "2.10", "build": "77",
    "app.id": "1:2:ios:3", "tier": "gold", "level": 7, "sdk": "1.2.3", "text": "a.b",
    "firstOpenTimestamp": "2026-03-01T10:00:00Z",
  ]

  @Test(arguments: [
    ("true", "yes"), ("false", "no"), ("true && false", "no"),
    ("device.os == 'ios'", "yes"), ("device.os != 'ios'", "no"),
    ("device.os == 'android' && percent <= 10", "no"),
    ("device.country in ['pt', 'es']", "yes"), ("device.country in [\"PT\"]", "no"),
    ("device.language in ['en', 'pt_BR']", "yes"), ("device.language in ['en']", "no"),
    ("app.version.>=(['2.9'])", "yes"), ("app.version.<(['2.10.0'])", "no"),
    ("app.version.==(['2.10.0'])", "yes"), ("app.version.contains(['.1', 'x'])", "yes"),
    ("app.version.notContains(['.1'])", "no"), ("app.version.matches(['^2[.]'])", "yes"),
    ("app.version.exactlyMatches(['2.1', '2.10'])", "yes"), ("app.build.>(['76'])", "yes"),
    ("app.id == '1:2:ios:3'", "yes"), ("app.firebaseInstallationId in ['ana']", "yes"),
    ("app.userProperty['tier'].exactlyMatches(['gold'])", "yes"),
    ("app.userProperty['tier'].contains(['Gold'])", "no"),
    ("app.userProperty['level'] >= 7", "yes"), ("app.userProperty['level'] != 7.0", "no"),
    ("app.userProperty['none'] != 7", "no"), ("app.customSignal['level'] > -1", "yes"),
    ("version(app.customSignal['sdk']) >= '1.2'", "yes"),
    ("app.userProperty['text'].matches(['a\\.b'])", "yes"),
    ("app.userProperty['text'].exactlyMatches(['it\\'s', 'a.b'])", "yes"),
    ("dateTime >= dateTime('2026-11-21T00:00:00')", "yes"),
    // 2026-11-21T10:02:11Z is 02:02:11 in Los Angeles, where it is winter.
    ("dateTime < dateTime('2026-11-21T02:02:12', 'America/Los_Angeles')", "yes"),
    ("dateTime < dateTime('2026-11-21T02:02:11', 'America/Los_Angeles')", "no"),
    ("app.firstOpenTimestamp <= ('2026-03-01T11:00:00', 'Europe/Berlin')", "yes"),
    ("app.firstOpenTimestamp <= ('2026-03-01T10:59:59', 'Europe/Berlin')", "no"),
  ])
  func `an expression is evaluated with the attributes of the user`(
    expression: String,
    expected: String
  ) {
    #expect(result(expression, Self.device) == expected)
  }

  @Test(arguments: [
    ("percent <= 10", "only Firebase knows the bucket of an app"),
    ("percent('seed') between 0 and 20", "only Firebase knows the bucket of an app"),
    ("true && percent > 10", "only Firebase knows the bucket of an app"),
    ("app.audiences.inAtLeastOne(['buyers'])", "only Firebase knows app.audiences"),
    ("device.os == 'ios'", "the attribute device.os is missing"),
    ("app.version.>=(['2.9'])", "the attribute app.version is missing"),
    (
      "app.firstOpenTimestamp > ('2026-03-01T11:00:00')",
      "the attribute app.firstOpenTimestamp is no date"
    ),
    (
      "dateTime > dateTime('2026-03-01T11:00:00', 'Mars/Base')",
      "the time zone Mars/Base is unknown here"
    ),
    ("device.os == 'ios' || true", "its expression cannot be read"),
    ("app.version >= '2.9'", "its expression cannot be read"),
    ("app.userProperty['tier'] == 'gold'", "its expression cannot be read"),
    ("device.os == 'ios", "its expression cannot be read"),
    ("", "its expression cannot be read"), ("&&", "its expression cannot be read"),
  ])
  func `an expression that needs Firebase is undecided, with the reason`(
    expression: String,
    expected: String
  ) {
    #expect(result(expression, [:]) == expected)
  }

  @Test func `a language without its region may select a device, which only Firebase knows`() {
    #expect(
      result("device.language in ['pt']", Self.device)
        == "only Firebase knows whether pt is pt-BR"
    )
  }
}
