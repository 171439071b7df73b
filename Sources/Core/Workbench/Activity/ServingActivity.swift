package import FeatureFlags

package import struct FoundationEssentials.Date

/// The activity of a server at one moment: its clients, their evaluations, and the use of features.
///
/// Events of the screen have the type in their public interface; its members are internal to the
/// package.
public struct ServingActivity: Hashable, Sendable {
  /// The access that clients need.
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
  /// The clients of the last requests, the most recent one first; at most 256.
  package var clients: [ServedClient] = []
  /// The last evaluations, the oldest one first; at most 500.
  package var evaluations: [ServedEvaluation] = []
  /// The use of each feature since the start: by single evaluations, and as SDKs report it.
  ///
  /// Bulk evaluations are counted apart: they contain all features, and do not show which of them an
  /// app uses.
  package var uses: [Feature.Name: FeatureUse] = [:]
  /// The number of evaluations by key and result: single evaluations, and those that SDKs report.
  package var results: [String: [String: Int]] = [:]
  /// The evaluations of the last ten minutes; a bulk evaluation of all features counts as one.
  package var curve = EvaluationCurve()
  /// The users of each test by variation, since the start of the server or the last change of the test.
  package var tests: [Feature.Name: TestUsers] = [:]
  /// The keys that clients requested and no feature has, the most recent one first; at most 256.
  package var unknownKeys: [UnknownKey] = []
  /// The number of bulk evaluations since the start.
  package var bulkCount = 0
  /// The time of the last bulk evaluation; `nil` for none.
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
