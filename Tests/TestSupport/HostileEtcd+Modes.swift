import Locking

extension HostileEtcd.Mode: CustomStringConvertible {
  /// The name of the mode.
  package var description: String { name }

  /// All modes.
  package static let all = pages + watches + bodies + texts + values

  /// Hostile responses to range requests (reads of keys): pages that never end, or that contradict the
  /// request.
  private static let pages: [HostileEtcd.Mode] = [
    Self("pages that are always full") { $0.isRange ? HostileEtcd.endlessPage($0) : nil },
    Self("pages that do not advance") { call in
      guard call.isRange else { return nil }
      guard let limit = call.limit else { return HostileEtcd.announcedBody }
      let folder = call.isHistory ? "history" : "override"
      let names = (0..<limit).map { "\(folder)/\(1_000 + $0)" }
      return HostileEtcd.range(names.map { HostileEtcd.item($0, "{}") })
    },
    Self("pages that take almost as long as a call may") { call in
      guard call.isRange else { return nil }
      guard call.limit != nil, !call.isHistory else { return HostileEtcd.announcedBody }
      return .slow(HostileEtcd.endlessPage(call), after: .milliseconds(2_500))
    },
    Self("duplicate keys") { call in
      let folder = call.isHistory ? "history" : "override"
      let items = ["A", "B", "A"].map { HostileEtcd.item("\(folder)/\($0)", "{}") }
      return call.isRange && !call.isHistory ? HostileEtcd.range(items) : nil
    },
    Self("keys of another namespace") { call in
      guard call.isRange else { return nil }
      return HostileEtcd.range([HostileEtcd.item("../other/override/A", "{}")])
    },
    Self("a total and a next page that do not exist", allowsCommands: true) { call in
      let more = #","more":true,"count":"9223372036854775807""#
      return call.isRange ? HostileEtcd.range([], more: more) : nil
    },
    Self("overrides with very many variables") { call in
      guard call.isRange, !call.isHistory else { return nil }
      guard let limit = call.limit, limit < 5 else { return HostileEtcd.announcedBody }
      let start = Int(call.key.dropFirst((HostileEtcd.prefix + "override/k").count).prefix(2)) ?? 9
      let numbers = (start + 1)..<(min(start + limit, 23) + 1)
      return HostileEtcd.range(numbers.map { HostileEtcd.item("override/k\($0)", variables) })
    },
    Self("keys of a later revision") { call in
      call.isRange ? HostileEtcd.range([HostileEtcd.item("override/A", "{}", at: 99)]) : nil
    },
  ]

  /// The JSON of an override with 90,000 variables, of almost 1 MiB.
  private static let variables: String = {
    let list = (0..<90_000).map { #""\#($0)":1"# }.joined(separator: ",")
    return #"{"variables":{\#(list)}}"#
  }()

  /// Watch requests to which the server never responds, that never end, or that end again and again.
  private static let watches: [HostileEtcd.Mode] = [
    Self("a watch without a response", allowsCommands: true) { $0.isWatch ? .silent : nil },
    Self("a watch that is accepted and not created", allowsCommands: true) { call in
      call.isWatch ? LocalResponse([.send(LocalResponse.head(200, [])), .hold]) : nil
    },
    Self("a watch that is cancelled by compaction", allowsCommands: true) { call in
      let text = #"{"result":{"canceled":true,"compact_revision":"12"}}"# + "\n"
      return call.isWatch ? HostileEtcd.watch(.send(Array(text.utf8))) : nil
    },
    Self("a watch that ends at once", allowsCommands: true) { call in
      call.isWatch ? HostileEtcd.watch(.close) : nil
    },
    Self("a watch of endless fragments", allowsCommands: true) { call in
      let text = #"{"result":{"header":{"revision":"11"},"fragment":true}}"# + "\n"
      return call.isWatch ? HostileEtcd.watch(.generate { _ in Array(text.utf8) }) : nil
    },
    Self("a watch with one endless line", allowsCommands: true) { call in
      let text = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
      return call.isWatch ? HostileEtcd.watch(.generate { _ in text }) : nil
    },
    Self("a watch of empty lines", allowsCommands: true) { call in
      let text = [UInt8](repeating: UInt8(ascii: "\n"), count: 4_096)
      return call.isWatch ? HostileEtcd.watch(.generate { _ in text }) : nil
    },
    Self("a watch with many small messages", allowsCommands: true) { call in
      let lines = (11..<61).map { revision in
        let item = HostileEtcd.item("override/F\(revision)", #"{"enabled":true}"#, at: revision)
        return #"{"result":{"header":{"revision":"\#(revision)"},"events":[{"kv":\#(item)}]}}"#
          + "\n"
      }
      return call.isWatch ? HostileEtcd.watch(.send(Array(lines.joined().utf8))) : nil
    },
    Self("a watch with a flood of overrides", allowsCommands: true) { call in
      call.isWatch ? HostileEtcd.flood(of: "override/", #"{"enabled":true}"#) : nil
    },
    Self("a watch with a flood of members", allowsCommands: true) { call in
      let value = #"{"by":"eve","at":"2026-11-21T10:00:00Z"}"#
      return call.isWatch ? HostileEtcd.flood(of: "member/", value) : nil
    },
  ]

  /// Responses whose bodies are slow, endless or missing.
  private static let bodies: [HostileEtcd.Mode] = [
    Self("headers without a body") { _ in .stalled },
    Self("no response") { _ in .silent },
    Self("one byte at a time") { _ in
      .trickle(#"{"header":{"revision":"10"}}"#, bytes: 1, every: .milliseconds(400))
    },
    Self("an endless body") { _ in
      let text = [UInt8](repeating: 0x20, count: 65_536)
      return LocalResponse([.send(LocalResponse.head(200, [])), .generate { _ in text }])
    },
    Self("a decompression bomb") { _ in .bomb(size: 1 << 30) },
    Self("a connection that is closed at once") { _ in LocalResponse([.close]) },
    Self("a connection that is reset") { _ in LocalResponse([.reset]) },
  ]

  /// Responses that are not in the format of etcd.
  private static let texts: [HostileEtcd.Mode] = [
    Self("a web page with status 200") { _ in .loginPage },
    Self("a redirect") { _ in .redirect(to: "/v3/kv/range", status: 307) },
    Self("an error text of 100 kB") { _ in
      let text = String(repeating: "no such thing ", count: 7_200)
      return .text(#"{"error":"\#(text)","code":3,"message":"\#(text)"}"#, status: 400)
    },
    Self("an unknown state of authentication") { _ in
      .text(#"{"error":"etcdserver: who are you","code":99}"#, status: 418)
    },
    Self("an authentication that always expires") { _ in
      .text(#"{"error":"etcdserver: invalid auth token","code":16}"#, status: 401)
    },
    Self("values of the wrong type") { _ in
      .text(#"{"header":{"revision":[]},"kvs":{"a":1},"ID":{},"result":3,"token":0}"#)
    },
    Self("very deep JSON") { _ in .text(String(repeating: #"{"header":["#, count: 100_000)) },
    Self("very many values") { _ in
      let list = String(repeating: "[1],", count: 1_500_000)
      return .text(#"{"header":{"revision":"10"},"kvs":[\#(list)0]}"#)
    },
  ]

  private static let lastRevision = Locked(1_000_000)

  /// Responses in the format of etcd, with impossible values.
  private static let values: [HostileEtcd.Mode] = [
    Self("revisions that go back", allowsCommands: true) { call in
      guard call.isRange, !call.isHistory else { return nil }
      let revision = lastRevision.withLock { last in
        last -= 1
        return last
      }
      let item = HostileEtcd.item("override/New%20Cart", #"{"enabled":true}"#, at: revision)
      return HostileEtcd.range([item], at: revision)
    },
    Self("leases without an identifier", allowsCommands: true) { call in
      call.path.hasPrefix("/v3/lease")
        ? .text(#"{"header":{"revision":"10"},"ID":"0","TTL":"15"}"#) : nil
    },
    Self("leases that have ended", allowsCommands: true) { call in
      call.path.hasPrefix("/v3/lease")
        ? .text(#"{"header":{"revision":"10"},"ID":"77","TTL":"-1"}"#) : nil
    },
    Self("transactions that always fail") { call in
      call.isTransaction ? .text(#"{"header":{"revision":"10"}}"#) : nil
    },
    Self("transactions without a result") { $0.isTransaction ? .text("{}") : nil },
  ]
}
