package import FeatureFlags

package import struct FoundationEssentials.Date

/// The activity of a server at one moment: its clients, their evaluations, and the use of features.
///
/// The type is public because public events of the screen contain it. Its properties are internal to the
/// package.
public struct ServingActivity: Hashable, Sendable {
  /// The authentication that clients need.
  package enum Access: Hashable, Sendable {
    /// Each request needs the token of the token file.
    case token
    /// Requests need no token; `isLoopback` is `false` if other machines can connect.
    case open(isLoopback: Bool)
  }

  /// The base URL of the server, such as `http://127.0.0.1:8016`.
  package var url: String
  package var access: Access
  /// The time at which the server started to listen.
  package var start: Date
  /// The clients, sorted by last request, the most recent first; at most 256.
  package var clients: [ServedClient] = []
  /// The last evaluations, the oldest first; at most 500.
  package var evaluations: [ServedEvaluation] = []
  /// The use of each feature since the start: single evaluations by the server, and evaluations that
  /// SDKs report.
  ///
  /// Bulk evaluations are counted separately in ``bulkCount``: they contain all features, and do not
  /// show which features an app uses.
  package var uses: [Feature.Name: FeatureUse] = [:]
  /// The number of evaluations for each key and result: single evaluations by the server, and
  /// evaluations that SDKs report.
  package var results: [String: [String: Int]] = [:]
  /// The number of evaluations over the last ten minutes; a bulk evaluation of all features counts as
  /// one.
  package var curve = EvaluationRates()
  /// The number of users of each test by variation, since the start of the server or the last change of
  /// the test.
  package var tests: [Feature.Name: TestUsers] = [:]
  /// The requested keys that belong to no feature, the most recent first; at most 256.
  package var unknownKeys: [UnknownKey] = []
  /// The number of bulk evaluations since the start.
  package var bulkCount = 0
  /// The time of the last bulk evaluation; `nil` if there was none.
  package var lastBulk: Date?
  /// The number of requests since the start, including rejected ones.
  package var requestCount = 0
  /// The number of requests that were rejected because of a missing or wrong token.
  package var rejectedCount = 0

  package init(url: String, access: Access, start: Date) {
    self.url = url
    self.access = access
    self.start = start
  }

  /// The number of clients that listen to the event stream.
  package var streamCount: Int { clients.reduce(0) { $0 + $1.streamCount } }
}

// MARK: Pictures

extension ServingActivity {
  /// Returns the activity as that of one moment, for a picture that does not depend on the current time.
  ///
  /// - Parameters:
  ///   - date: The time of the start, of all evaluations and of all requests.
  ///   - url: The base URL of the server.
  /// - Returns: The activity without curves.
  package func fixed(at date: Date, url: String) -> ServingActivity {
    var fixed = self
    (fixed.url, fixed.start, fixed.curve) = (url, date, EvaluationRates())
    for index in clients.indices {
      fixed.clients[index].lastSeen = date
      fixed.clients[index].rate = 0
    }
    fixed.evaluations = evaluations.map { evaluation in
      ServedEvaluation(
        id: evaluation.id,
        date: date,
        client: evaluation.client,
        user: evaluation.user,
        key: evaluation.key,
        result: evaluation.result,
        isOverridden: evaluation.isOverridden,
        isUnknown: evaluation.isUnknown
      )
    }
    fixed.uses = uses.mapValues { use in
      let users = use.users.map {
        FeatureUse.User(context: $0.context, result: $0.result, date: date)
      }
      return FeatureUse(count: use.count, last: date, users: users)
    }
    for index in unknownKeys.indices { fixed.unknownKeys[index].last = date }
    return fixed
  }
}

/// A key that clients have requested, although the source has no feature with this key.
package struct UnknownKey: Hashable, Sendable {
  package let key: String
  package var count: Int
  package var last: Date

  package init(key: String, count: Int = 1, last: Date) {
    self.key = key
    self.count = count
    self.last = last
  }
}

/// One evaluation that a client has requested.
package struct ServedEvaluation: Hashable, Sendable, Identifiable {
  /// The sequence number of the evaluation since the start of the server, without gaps.
  package let id: Int
  package let date: Date
  /// The identifier of the client.
  package let client: ServedClient.ID
  /// The targeting key of the user; `nil` for a user without a key.
  package let user: String?
  /// The requested key, such as `checkout.title`; `nil` for a bulk evaluation of all features.
  package let key: String?
  /// The result: a value, the number of features of a bulk evaluation, or an error.
  package let result: String
  /// Whether an override determined the result.
  package let isOverridden: Bool
  /// Whether no feature has the key.
  package let isUnknown: Bool

  package init(
    id: Int,
    date: Date,
    client: ServedClient.ID,
    user: String?,
    key: String?,
    result: String,
    isOverridden: Bool = false,
    isUnknown: Bool = false
  ) {
    self.id = id
    self.date = date
    self.client = client
    self.user = user
    self.key = key
    self.result = result
    self.isOverridden = isOverridden
    self.isUnknown = isUnknown
  }
}

/// The use of one feature by clients since the start of the server.
package struct FeatureUse: Hashable, Sendable {
  /// A user who requested the feature, with the last result.
  package struct User: Hashable, Sendable {
    package let context: EvaluationContext
    package let result: String
    package let date: Date

    package init(context: EvaluationContext, result: String, date: Date) {
      self.context = context
      self.result = result
      self.date = date
    }
  }

  /// The evaluations that the SDK of one app has reported.
  package struct AppReport: Hashable, Sendable {
    /// The name of the app, or the address of its machine if the SDK sends no name.
    package let app: String
    /// The number of evaluations with the result on.
    package var on: Int
    /// The number of evaluations with the result off.
    package var off: Int
    /// The number of evaluations by variant.
    package var variants: [String: Int]
    /// The time of the last report.
    package let date: Date

    package init(app: String, on: Int, off: Int, variants: [String: Int] = [:], date: Date) {
      self.app = app
      self.on = on
      self.off = off
      self.variants = variants
      self.date = date
    }
  }

  /// The number of evaluations of the feature; bulk evaluations of all features are not counted.
  package var count: Int
  /// The number of evaluations over the last ten minutes.
  package var curve = EvaluationRates()
  /// The time of the last evaluation.
  package var last: Date
  /// The last users, the most recent first; at most 8, each user once.
  package var users: [User]
  /// The last reports of SDKs, the most recent first; at most 8, one for each app.
  package var reports: [AppReport]

  package init(count: Int, last: Date, users: [User] = [], reports: [AppReport] = []) {
    self.count = count
    self.last = last
    self.users = users
    self.reports = reports
  }

  /// Whether the last results of the listed users differ.
  package var hasDifferentResults: Bool { Set(users.map(\.result)).count > 1 }
}
