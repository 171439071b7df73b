import FeatureFlags
import Frame
import Workbench

/// Lays out the table of clients in rows of a given width.
struct ClientRow {
  let scene: Scene
  let table: ClientTable
  private let columns: Int
  /// The width of the address in cells; 0 if there is no room for it.
  private let addressWidth: Int
  private let nameWidth: Int
  /// The width of the endpoint in cells; 0 if there is no room for it.
  private let endpointWidth: Int
  private let userWidth: Int
  /// The width of the number of evaluations in cells; 0 if there is no room for it.
  private let countWidth: Int

  private static let ageWidth = 4
  private static let rateWidth = 6
  /// The minimum width of a row with the endpoint and the number of evaluations, in cells.
  private static let wideColumns = 66
  /// The minimum width of a row with the address, in cells.
  private static let usualColumns = 44

  init(columns: Int, _ table: ClientTable, _ scene: Scene) {
    self.scene = scene
    self.table = table
    self.columns = columns
    let longest = table.clients.lazy.map { $0.address.utf8.count }.max() ?? 0
    let hasAddress = columns >= Self.usualColumns && table.commonAddress == nil
    addressWidth = hasAddress ? min(max(longest, 9), 15) : 0
    countWidth = columns >= Self.wideColumns ? 7 : 0
    endpointWidth = columns >= Self.wideColumns && table.commonEndpoint == nil ? 10 : 0
    let optional = [addressWidth, endpointWidth].filter { $0 > 0 }
    let gaps = 2 * (optional.count + 2)
    let fixed = 2 + optional.reduce(0, +) + gaps + countWidth + Self.ageWidth + Self.rateWidth
    let room = columns - fixed
    // The user keys are truncated only if the longest client name needs the room, and keep at least two
    // fifths of the room.
    userWidth = max(min(table.userWidth, max(room - table.nameWidth, room * 2 / 5)), 4)
    nameWidth = max(room - userWidth, 4)
  }

  var heading: Line {
    let cells = [
      ("Address", addressWidth), ("Client", nameWidth), ("Endpoint", endpointWidth),
      ("User", userWidth),
    ]
    let text = cells.filter { $0.1 > 0 }
      .map { DisplayText($0.0).padded(to: $0.1).text + "  " }.joined()
    let count = countWidth > 0 ? "Evals  " : ""
    let numbers = "Seen".leftPadded(to: Self.ageWidth) + "Rate".leftPadded(to: Self.rateWidth)
    return Line("  " + text + count + numbers, scene.theme.style(.muted))
  }

  func line(of client: ServedClient) -> Line {
    let theme = scene.theme
    let muted = theme.style(.muted)
    let age = Age(of: client.lastSeen, at: scene.now, scene.content.context.wallClock)
    // Hides an old rate: without requests, the server reports no activity in which the rate would be
    // zero.
    let rate = age.seconds < Self.rateSeconds ? CompactNumber.rate(client.rate) : nil
    let isStreaming = client.streamCount > 0
    let isIdle = age.seconds >= Self.idleSeconds && !isStreaming
    let plain = theme.style(isIdle ? .muted : .text)
    let name = table.names[client.id]
    var spans = [Span(isStreaming ? "● " : "  ", theme.style(.success))]
    if addressWidth > 0 {
      let address = DisplayText(name?.address ?? "").truncatedInMiddle(to: addressWidth)
      spans += [Span(address.padded(to: addressWidth), plain), Span("  ", plain)]
    }
    let shown = table.fitted(name?.text ?? "", to: nameWidth)
    spans.append(cell(shown, nameWidth, name?.isKnown == true ? plain : muted))
    if endpointWidth > 0 { spans.append(cell(client.endpoint, endpointWidth, muted)) }
    let isNamed = client.context?.targetingKey != nil
    let userStyle = isNamed && !isIdle ? theme.style(.variation) : muted
    spans.append(cell(client.userText, userWidth, userStyle))
    if countWidth > 0 {
      let count = client.evaluationCount > 0 ? CompactNumber.text(client.evaluationCount) : "–"
      let style = client.evaluationCount > 0 ? plain : muted
      spans.append(Span(count.leftPadded(to: countWidth - 2) + "  ", style))
    }
    spans.append(Span(age.text.leftPadded(to: Self.ageWidth), plain))
    spans.append(
      Span((rate ?? "–").leftPadded(to: Self.rateWidth), rate == nil ? muted : plain)
    )
    return Line(spans)
  }

  /// The time after which a rate is outdated, in seconds.
  private static let rateSeconds: Int64 = 10
  /// The time without requests after which a client is dimmed, in seconds.
  private static let idleSeconds: Int64 = 60

  private func cell(_ text: String, _ width: Int, _ style: Style) -> Span {
    cell(DisplayText(text, fittedTo: width), width, style)
  }

  private func cell(_ text: DisplayText, _ width: Int, _ style: Style) -> Span {
    let shown = text.padded(to: width)
    return Span(DisplayText(clusters: shown.clusters + DisplayText("  ").clusters), style)
  }

  /// The texts of a client that its row has no room for; truncated in the middle to the width of a row.
  func details(of client: ServedClient) -> Line {
    let muted = scene.theme.style(.muted)
    let userAgent = String(decoding: (client.userAgent ?? "").utf8.prefix(300), as: UTF8.self)
    let attributes = client.context?.attributesText() ?? ""
    let lastUser = client.userCount > 1 ? client.context.map { "last user " + $0.keyText } : nil
    let texts = [
      addressWidth > 0 ? "" : table.names[client.id]?.address ?? "",
      endpointWidth > 0 ? "" : client.endpoint,
      client.streamCount > 0 ? Number.count(client.streamCount, "stream") : "",
      countWidth > 0 || client.evaluationCount == 0
        ? "" : Number.count(client.evaluationCount, "evaluation"),
      lastUser ?? "",
      userAgent.isEmpty ? "no user agent" : userAgent,
      attributes,
    ]
    let text = texts.filter { !$0.isEmpty }.joined(separator: " · ")
    return Line([Span(DisplayText(text, fittedTo: columns), muted)])
  }
}

extension ServedClient {
  /// The user of the client, or the number of its users if there are several.
  var userText: String {
    userCount > 1 ? Number.count(userCount, "user") : context?.keyText ?? "–"
  }
}
