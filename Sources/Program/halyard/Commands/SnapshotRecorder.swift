import Dashboard
import Documents
import FeatureFlags
import Frame
import HTTPServer
import Networking
import Serving
import Workbench

import struct FoundationEssentials.Date

/// Performs the steps of a script on a screen, and records each new screen with its time.
struct SnapshotRecorder {
  private var session: SnapshotSession
  private let steps: [SnapshotScript.Step]
  private let isASCII: Bool
  private let program: Program
  private(set) var recording: Recording
  /// The texts below the screen; `nil` if the script has no captions, or no requests.
  private var caption: String?
  private var exchange: Exchange?
  /// The server that responds to requests; it is started for the first one.
  private var server: ServingServer?

  /// A request with its response, as lines of text.
  private struct Exchange {
    var request = ""
    var response = ""
  }

  /// The time between two key presses, and between two characters of a typed text.
  private static let keyTime = Duration.milliseconds(350)
  private static let typingTime = Duration.milliseconds(110)
  /// The minimum time between two screens that change without a key press.
  private static let frameTime = Duration.milliseconds(50)
  private static let responseRows = 2

  /// Prepares a recording that begins with the current screen of the session; without a script, the
  /// recording has only this screen.
  init(_ session: SnapshotSession, _ script: SnapshotScript?, _ program: Program, isASCII: Bool) {
    self.session = session
    steps = script?.steps ?? []
    self.program = program
    self.isASCII = isASCII
    for step in steps {
      switch step {
      case .caption: caption = ""
      case .request: exchange = Exchange()
      case .press, .type, .wait: break
      }
    }
    recording = Recording(session.state.frame(now: session.now))
    recording.add(frame)
  }

  /// Performs the steps of the script.
  ///
  /// - Throws: `server` if no server can be started.
  mutating func run() async throws(Failure) {
    for step in steps { try await perform(step) }
  }

  private mutating func perform(_ step: SnapshotScript.Step) async throws(Failure) {
    switch step {
    case .press(let keys): for key in keys { press(key, for: Self.keyTime) }
    case .type(let text):
      for character in text { press(.character(character), for: Self.typingTime) }
    case .wait(let time): wait(time)
    case .caption(let text): caption = text
    case .request(let name): exchange = name.isEmpty ? Exchange() : try await request(name)
    }
    recording.add(frame)
  }

  private mutating func press(_ key: Key, for time: Duration) {
    session.press(key)
    recording.add(frame)
    wait(time)
  }

  /// Shows the screen for a time, and sends the ticks that are due, such as the end of a notice.
  private mutating func wait(_ time: Duration) {
    let end = session.now + time
    while let tick = session.state.nextTick, tick < end {
      show(until: min(max(tick, session.now + Self.frameTime), end))
      session.update(.tick)
      recording.add(frame)
    }
    show(until: end)
  }

  private mutating func show(until time: Duration) {
    recording.show(for: time - session.now)
    session.advance(to: time)
  }

  /// The theme of the current screen.
  var theme: Theme { session.state.theme }

  /// The screen, and the texts below it.
  private var frame: Frame {
    let screen = session.state.frame(now: session.now)
    let lines = footer
    guard !lines.isEmpty else { return isASCII ? screen.ascii : screen }
    let size = Size(columns: screen.size.columns, rows: lines.count)
    var canvas = Canvas(size: size, style: theme.style(.text))
    for (row, line) in lines.enumerated() {
      canvas.draw(line.text, column: 1, row: row, limit: size.columns - 2, style: line.style)
    }
    let frame = screen.above(canvas.frame)
    return isASCII ? frame.ascii : frame
  }

  private var footer: [(text: DisplayText, style: Style)] {
    var lines: [(DisplayText, Style)] = []
    if let exchange {
      let columns = max(session.state.size.columns - 2, 1)
      lines.append((DisplayText(line: exchange.request), theme.style(.key)))
      // Wraps at the right edge like a terminal, and not between words.
      var rest = exchange.response[...]
      for _ in 0..<Self.responseRows {
        lines.append((DisplayText(line: String(rest.prefix(columns))), theme.style(.text)))
        rest = rest.dropFirst(columns)
      }
    }
    if let caption { lines.append((DisplayText(line: caption), theme.style(.title))) }
    return lines
  }
}

// MARK: Requests

extension SnapshotRecorder {
  /// Requests a feature over OFREP, as an app does, from a server that evaluates it with the overrides
  /// of the screen.
  ///
  /// The server listens on a free port; the shown command has the default port of `halyard --serve`.
  private mutating func request(_ name: String) async throws(Failure) -> Exchange {
    let server = if let server { server } else { try start() }
    self.server = server
    let path = "/ofrep/v1/evaluate/flags/" + PercentEncoding.encoded(name)
    let user = session.setup.store.user.map { [(key: "targetingKey", value: JSONValue.string($0))] }
    let context = JSONValue.object([("context", .object(user ?? []))]).text()
    var request = HTTPRequest(url: server.url + path, method: "POST", body: Array(context.utf8))
    request.headers["User-Agent"] = "curl"
    let command = "$ curl -d '\(context)' localhost:\(Defaults.listenAddress.port)\(path)"
    do throws(HTTPError) {
      let response = try await program.makeClient().send(request)
      showClients(of: server)
      return Exchange(request: command, response: String(decoding: response.body, as: UTF8.self))
    } catch {
      return Exchange(request: command, response: "\(error)")
    }
  }

  /// Shows the activity of the server at the time of the screen, with the default port.
  private mutating func showClients(of server: ServingServer) {
    let date = session.state.context.wallClock.start.addingTimeInterval(session.now / .seconds(1))
    let activity = server.activity.fixed(at: date, url: "http://\(Defaults.listenAddress)")
    session.update(.serving(activity))
  }

  private func start() throws(Failure) -> ServingServer {
    let settings = ServingSettings(
      address: ListenAddress(host: "127.0.0.1", port: 0),
      systems: FlagSystems.all
    )
    return try ServingServer.started(session.setup.session, settings)
  }
}
