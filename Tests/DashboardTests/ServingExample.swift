import Dashboard
import FeatureFlags
import Serving
import TestSupport
import Workbench

import struct FoundationEssentials.Date

/// Examples of a server with clients.
enum Served {
  /// The date of time zero on the dashboard's clock.
  static let start = Live.context.wallClock.start

  static func date(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

  static let ana = EvaluationContext(
    targetingKey: "ana",
    attributes: ["plan": "gold", "age": 42, "beta": true]
  )
  static let phone = EvaluationContext(targetingKey: "u-4711", attributes: ["country": "es"])

  /// A client of each kind: a server SDK, a phone with an event stream, and a poller without user.
  static let clients = [
    ServedClient(
      id: 1,
      address: "127.0.0.1",
      userAgent: "python-requests/2.34.2",
      software: ClientSoftware(name: "Python requests", version: "2.34"),
      endpoint: "evaluation",
      context: ana,
      lastSeen: date(-3),
      requestCount: 1_180,
      evaluationCount: 1_178,
      rate: 12
    ),
    ServedClient(
      id: 2,
      address: "192.168.1.20",
      userAgent: "okhttp/4.12.0",
      software: ClientSoftware(name: "OkHttp", version: "4.12"),
      endpoint: "bulk",
      context: phone,
      lastSeen: date(-41),
      requestCount: 20,
      evaluationCount: 280,
      rate: 0.2,
      streamCount: 1
    ),
    ServedClient(
      id: 3,
      address: "192.168.1.21",
      userAgent: "Shop/12 CFNetwork/1490.0.4 Darwin/23.2.0",
      software: ClientSoftware(name: "Apple CFNetwork", version: "1490.0"),
      endpoint: "datafile",
      lastSeen: date(-200),
      requestCount: 4
    ),
  ]

  /// Creates evaluations by repeating four samples, one per second; the evaluation with number 40 has
  /// time zero.
  static func evaluations(_ count: Int, from first: Int = 1) -> [ServedEvaluation] {
    (first..<(first + count)).map { id in
      let date = date(Double(id - 40))
      return switch id % 4 {
      case 0:
        ServedEvaluation(
          id: id,
          date: date,
          client: 2,
          user: "u-4711",
          key: nil,
          result: "14 features"
        )
      case 1:
        ServedEvaluation(
          id: id,
          date: date,
          client: 1,
          user: "ana",
          key: "New Cart",
          result: "true"
        )
      case 2:
        ServedEvaluation(
          id: id,
          date: date,
          client: 1,
          user: "ana",
          key: "CTA colour",
          result: "Group A",
          isOverridden: true
        )
      case _:
        ServedEvaluation(
          id: id,
          date: date,
          client: 1,
          user: nil,
          key: "gift-wrap",
          result: "FLAG_NOT_FOUND",
          isUnknown: true
        )
      }
    }
  }

  static let uses: [Feature.Name: FeatureUse] = [
    "New Cart": FeatureUse(
      count: 812,
      last: date(-3),
      users: [FeatureUse.User(context: ana, result: "true", date: date(-3))]
    ),
    "CTA colour": FeatureUse(
      count: 1_204,
      last: date(-3),
      users: [
        FeatureUse.User(context: ana, result: "Group A", date: date(-3)),
        FeatureUse.User(context: phone, result: "Group B", date: date(-41)),
        FeatureUse.User(context: EvaluationContext(), result: "Group A", date: date(-130)),
      ]
    ),
    "Sort order": FeatureUse(count: 1, last: date(-700)),
  ]

  static let unknownKeys = [
    UnknownKey(key: "gift-wrap", count: 301, last: date(-1)),
    UnknownKey(key: "checkout.title", last: date(-95)),
  ]

  /// A server with three clients, forty evaluations and two unknown keys.
  static var activity: ServingActivity {
    var activity = empty
    activity.clients = clients.reversed()
    activity.evaluations = evaluations(40)
    activity.uses = uses
    activity.unknownKeys = unknownKeys
    activity.requestCount = 1_204
    return activity
  }

  /// A server without a client.
  static var empty: ServingActivity {
    ServingActivity(
      url: "http://127.0.0.1:8016",
      access: .open(isLoopback: true),
      start: date(-3_600)
    )
  }

  /// Creates a dashboard with the features of the shop and a server, and presses keys.
  static func dashboard(
    columns: Int = 80,
    rows: Int = 24,
    activity: ServingActivity? = activity,
    context: DashboardContext = Shop.context,
    snapshot: LoadedSource = Shop.snapshot,
    keys: String = ""
  ) -> DashboardState {
    var state = Shop.dashboard(columns: columns, rows: rows, context: context, snapshot: snapshot)
    if let activity { _ = state.update(.serving(activity), now: .zero) }
    _ = state.press(keys)
    return state
  }
}
