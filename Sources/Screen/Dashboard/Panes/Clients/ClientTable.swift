import FeatureFlags
import Text
import Workbench

/// The clients of the server in a stable order, with the cursor.
struct ClientTable: Sendable {
  /// The clients in the order of their first requests, so that further requests move no row.
  private(set) var clients: [ServedClient] = []
  /// The names of clients, including clients that only recent evaluations refer to.
  private(set) var names: [ServedClient.ID: ClientName] = [:]
  var cursor = ListCursor()

  /// The maximum number of characters of a name that is drawn.
  private static let shownLimit = 400
  /// The number of stored names above which the names of clients that are no longer listed are removed.
  private static let nameLimit = 1_024

  /// The client under the cursor; `nil` if there are no clients.
  var selected: ServedClient? {
    clients.indices.contains(cursor.selected) ? clients[cursor.selected] : nil
  }

  /// Replaces the clients; the cursor stays on the same client.
  mutating func update(_ activity: ServingActivity) {
    let selected = selected?.id
    let former = clients.map(\.id)
    clients = activity.clients.sorted { $0.id < $1.id }
    if names.count > Self.nameLimit { names = [:] }
    for client in clients where names[client.id] == nil { names[client.id] = ClientName(client) }
    measure(hasOtherClients: clients.map(\.id) != former)
    if let selected, let index = clients.firstIndex(where: { $0.id == selected }) {
      cursor.follow(rows: index - cursor.selected)
    }
  }

  /// The width of the longest name in cells, up to ``widthLimit``.
  private(set) var nameWidth = 0
  /// The width of the longest user key in cells, up to ``widthLimit``.
  private(set) var userWidth = 0

  private static let widthLimit = 80

  /// The address that all clients have; `nil` if addresses differ, or if there is only one client.
  ///
  /// The table then has no column for the address, which would only repeat it.
  var commonAddress: String? { common(\.address) }

  /// The endpoint that all clients use; `nil` if endpoints differ, or if there is only one client.
  var commonEndpoint: String? { common(\.endpoint) }

  /// The address and the endpoint that all clients have, for the title of the table; `nil` for none.
  var commonText: String? {
    let texts = [commonAddress, commonEndpoint].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private func common(_ text: (ServedClient) -> String) -> String? {
    guard clients.count > 1, let first = clients.first.map(text) else { return nil }
    return clients.allSatisfy { text($0) == first } ? first : nil
  }

  /// The common prefix of the names of all clients, up to a separator; empty if there is none.
  private(set) var commonPrefix = ""

  private static let separators: Set<Character> = [".", "/", "-", "_", " "]

  /// The name of a client on the screen: the part that differs from the other clients, if the whole name
  /// does not fit.
  func fitted(_ name: String, to width: Int) -> DisplayText {
    let whole = DisplayText(name, limit: Self.shownLimit)
    guard whole.width > width else { return whole }
    guard !commonPrefix.isEmpty, name.hasPrefix(commonPrefix) else {
      return whole.truncatedInMiddle(to: width)
    }
    return DisplayText("…" + name.dropFirst(commonPrefix.count), fittedTo: width)
  }

  private mutating func findCommonPrefix() {
    let all = clients.map { names[$0.id]?.text ?? "" }
    guard all.count > 1, var prefix = all.first.map({ $0[...] }) else { return commonPrefix = "" }
    for name in all.dropFirst() {
      while !name.hasPrefix(prefix) { prefix.removeLast() }
    }
    let end = prefix.lastIndex(where: Self.separators.contains)
    // Ends the prefix at a separator: if one name is the start of another, the prefix would otherwise
    // end inside a part of the longer name.
    commonPrefix = end.map { String(prefix[...$0]) } ?? ""
  }

  /// Measures the texts of the clients; their names only if there are other clients than before.
  private mutating func measure(hasOtherClients: Bool) {
    func width(_ text: String) -> Int { DisplayText(text, limit: Self.widthLimit).width }
    if hasOtherClients {
      findCommonPrefix()
      nameWidth = clients.map { width(names[$0.id]?.text ?? "") }.max() ?? 0
    }
    userWidth = clients.map { width($0.userText) }.max() ?? 0
  }

  /// The name of a client, even if the server no longer lists the client.
  func name(of id: ServedClient.ID) -> String { names[id]?.shortText ?? "client \(id)" }
}

/// The name of a client on the screen.
struct ClientName: Hashable, Sendable {
  /// The app and its instance, or else the SDK or HTTP library, or else the start of the user agent or the
  /// address.
  let text: String
  /// The text without the instance and the version.
  let shortText: String
  /// Whether the client names its app, or the user agent a known SDK or HTTP library.
  let isKnown: Bool
  let address: String

  /// The maximum number of bytes of an unknown user agent.
  private static let limit = 200

  init(_ client: ServedClient) {
    address = String(decoding: client.address.utf8.prefix(Self.limit), as: UTF8.self)
    let userAgent = client.userAgent ?? ""
    if let app = client.app {
      isKnown = true
      text = app + (client.instance.map { "/" + $0 } ?? "")
      shortText = app
      return
    }
    isKnown = client.software != nil
    let start = String(decoding: userAgent.utf8.prefix(Self.limit), as: UTF8.self)
    text = client.software?.text ?? (start.isEmpty ? address : start)
    shortText = client.software?.name ?? text
  }
}
