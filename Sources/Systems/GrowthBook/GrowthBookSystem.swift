package import FeatureFlags
package import FlagSystem
import Locking
package import Networking
import Targeting

extension FlagSystem {
  package static let growthBook = FlagSystem(
    name: "GrowthBook",
    page: "systems/growthbook.md",
    facts: Facts(
      source: "a file",
      evaluation: "conditions, roll-outs, experiments",
      trace: "each rule, and why it was skipped",
      forcing: "for everyone, a key, an attribute, one rule",
      served: "all SDKs, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      FlagSystemFormat(
        name: "growthbook",
        meaning: "the features of GrowthBook, also with encrypted parts"
      ) { .growthBook(key: $0[.growthBookKey]) }
    ],
    sources: [
      .server(
        of: GrowthBookSource.self,
        "growthbook+https://HOST[/BASE]/KEY",
        "the features of GrowthBook or its proxy for a client key",
        format: "growthbook"
      )
    ],
    options: [SystemOption.growthBookKey.row],
    libraries: [
      .regularExpressions,
      LibraryUse(
        name: "libcrypto",
        file: "libcrypto.so.3",
        package: "libssl3",
        use: "encrypted documents of GrowthBook"
      ) { GrowthBookPayload.hasLibrary ? "" : nil },
    ],
    sdks: SDKSignatures(
      calls: [
        "isOn", "isOff", "isFeatureOn", "isFlagEnabled", "getFeatureValue", "evalFeature",
        "useFeatureIsOn", "useFeatureValue",
      ]
    ),
    document: .growthBook,
    routes: GrowthBookRoutes.all
  )
}

extension SystemOption<String> {
  /// The option for the decryption key of an SDK connection, in base64.
  fileprivate static var growthBookKey: SystemOption {
    SystemOption(
      "growthbook-key-file",
      .content(limit: 1 << 10),
      help: """
        A file with the decryption key of a GrowthBook connection, in base64; the environment variable \
        HALYARD_GROWTHBOOK_KEY has it, too.
        """,
      variable: (
        "HALYARD_GROWTHBOOK_KEY", "The decryption key of a GrowthBook connection, in base64."
      )
    ) { text throws(SystemOptionError) in text.trimmed }
  }
}

/// Polls the features of one SDK connection from GrowthBook or its proxy, and follows their event stream.
///
/// The client key at the end of a URL such as `growthbook+https://cdn.growthbook.example/sdk-abc123`
/// selects the connection. The response header `X-SSE-Support` announces the event stream. An event only
/// triggers a conditional request, so that all documents come from one URL.
package struct GrowthBookSource: SDKSource {
  package static let prefix = "growthbook+"
  package private(set) var server: SourceServer
  package let request: HTTPRequest
  /// Whether the last response announces the event stream.
  private let hasEvents: Locked<Bool>

  package init(_ server: SourceServer, _ request: HTTPRequest) {
    let hasEvents = Locked(false)
    (self.server, self.request, self.hasEvents) = (server, request, hasEvents)
    self.server.onResponse = { response in
      let isAnnounced = response.headers["X-SSE-Support"]?.lowercased() == "enabled"
      // A response without a document (status 304) may omit the header although there is a stream.
      if isAnnounced || response.status == 200 { hasEvents.withLock { $0 = isAnnounced } }
    }
  }

  package static func endpoint(of url: String) -> String? { self.url("/api/features", of: url) }

  /// Returns the URL of an endpoint, with the client key from the end of the given URL; `nil` if it has
  /// no key.
  private static func url(_ path: String, of url: String) -> String? {
    let parts = ServiceURL(url, removing: []).base.split(separator: "/")
    // The first two components are the scheme and the host.
    guard parts.count > 2, let key = parts.last else { return nil }
    let endings = ["/api/features/\(key)", "/api/\(key)", "/\(key)"]
    return ServiceURL(url, removing: endings).url(of: "\(path)/\(key)")
  }

  /// Returns the feed of change notifications from the event stream; `nil` if no response has announced
  /// the stream.
  package func changeFeed(of document: [UInt8]) -> ChangeFeed? {
    guard hasEvents.withLock(\.self), let url = Self.url("/sub", of: request.url) else {
      return nil
    }
    var request = request
    request.url = url
    // The limit is that of a response, because an event can contain the whole document.
    request.acceptEvents(upTo: request.maximumBodySize)
    let stream = EventStreamFollower<Void>.Stream(request) { notice in
      guard case .event(let event) = notice else { return () }
      return ["features", "features-updated"].contains(event.name) ? () : nil
    }
    let follower = EventStreamFollower([stream], dependencies: server.dependencies) { _, _ in }
    return ChangeFeed(id: url) { onChange in await follower.run { onChange() } }
  }
}
