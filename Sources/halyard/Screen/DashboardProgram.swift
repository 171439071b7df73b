import Dashboard
import FeatureFlags
import Frame
import Serving
import Terminal

/// The event loop of the screen: waits for keys and messages, updates the dashboard, and draws.
struct DashboardProgram {
  private let terminal: Terminal
  private let runner: EffectRunner
  private let inbox: Inbox
  private let time: Timeline
  private let log: DebugLog?
  private var reporter: SessionReporter
  private var state: DashboardState

  /// The reason why the event loop has ended.
  enum End {
    case quit
    case signal(Int32)
  }

  /// Opens the dashboard in the terminal, and runs it until the user quits.
  ///
  /// - Returns: The reason for the end, after the terminal was restored and all changes were saved.
  /// - Throws: `terminal`, if there is no usable terminal.
  static func run(
    _ setup: Setup,
    server: ServingServer?,
    connectivity: ConnectivityOptions,
    notices: [Notice],
    look: DashboardLook,
    time: Timeline,
    options: TerminalOptions
  ) async throws(Failure) -> End {
    let terminal = try open(options)
    let waker = terminal.waker
    let inbox = Inbox { waker.wake() }
    let runner = EffectRunner(
      setup,
      connectivity: ConnectivityWatch(connectivity, setup.program, inbox: inbox, time: time),
      themes: look.setting,
      inbox: inbox,
      time: time
    )
    var program = DashboardProgram(
      terminal: terminal,
      runner: runner,
      inbox: inbox,
      time: time,
      log: setup.program.log,
      reporter: SessionReporter(setup, time: time),
      state: DashboardState(
        size: terminal.size,
        theme: look.theme,
        context: look.context,
        themes: look.themes
      )
    )
    let work = Task(executorPreference: FlagSession.executor) { await runner.run() }
    let serving = Task { await Self.report(server, to: inbox) }
    let end = program.loop(notices)
    terminal.close()
    serving.cancel()
    runner.finish()
    await work.value
    if let text = await runner.sendWaiting() {
      Console(isQuiet: false, isColoured: false).warn(text)
    }
    do throws(FlagStoreError) { try await runner.flush() } catch { throw .store(error) }
    return end
  }

  /// The shortest time between two reports of a server, which can receive thousands of requests in
  /// this time.
  private static let servingInterval = Duration.milliseconds(200)

  /// Posts the activity of the server to the inbox, until the task is cancelled.
  private static func report(_ server: ServingServer?, to inbox: Inbox) async {
    guard let server else { return }
    for await activity in server.activities(every: servingInterval) {
      inbox.post(.serving(activity))
    }
  }

  private static func open(_ options: TerminalOptions) throws(Failure) -> Terminal {
    do throws(TerminalError) {
      return try Terminal(options)
    } catch {
      throw .terminal(error)
    }
  }

  private init(
    terminal: Terminal,
    runner: EffectRunner,
    inbox: Inbox,
    time: Timeline,
    log: DebugLog?,
    reporter: SessionReporter,
    state: DashboardState
  ) {
    self.terminal = terminal
    self.runner = runner
    self.inbox = inbox
    self.time = time
    self.log = log
    self.reporter = reporter
    self.state = state
  }

  private var now: Duration { time.now }

  /// The maximum time for which events are handled before the next frame is drawn.
  private static let frameInterval = Duration.milliseconds(50)

  private mutating func loop(_ notices: [Notice]) -> End {
    var queue = EventQueue()
    for notice in notices {
      queue.append([.activity(time.entry(.problem, notice.text)), .notice(notice)])
    }
    queue.append(reporter.firstEvents())
    while true {
      if let end = handle(&queue) { return end }
      terminal.draw(state.frame(now: now))
      if let end = receive(into: &queue) { return end }
    }
  }

  /// Handles queued events until the queue is empty or the next frame is due.
  private mutating func handle(_ queue: inout EventQueue) -> End? {
    let due = now + Self.frameInterval
    while let message = queue.next(isTyping: state.isTyping) {
      if let end = handle(message) { return end }
      if now >= due { return nil }
    }
    return nil
  }

  /// Waits for events; if the queue is not empty, adds only signals and messages, without waiting.
  private mutating func receive(into queue: inout EventQueue) -> End? {
    // Reads no keys while the queue has messages: unread keys stay in the buffer of the terminal,
    // which bounds the queue.
    let isBehind = !queue.isEmpty
    repeat {
      let timeout = isBehind ? .zero : state.nextTick.map { max($0 - now, .zero) }
      for event in terminal.next(timeout: timeout, readsInput: !isBehind) {
        switch event {
        case .input(.key(let key)): queue.append([.key(key)])
        case .input(.paste(let text)): queue.append([.paste(text)])
        case .input(.focus), .woken: break
        case .resized(let size): queue.append([.resized(size)])
        case .resumed: queue.append([.resized(terminal.size)])
        case .terminated(let signal): return .signal(signal)
        }
      }
      queue.append(inbox.removeAll())
      if queue.isEmpty, let tick = state.nextTick, tick <= now { queue.append([.tick]) }
    } while queue.isEmpty
    return nil
  }

  private mutating func handle(_ message: Message) -> End? {
    switch message {
    case .event(let event): return handle(event)
    case .session(let event):
      for event in reporter.events(for: event) {
        if let end = handle(event) { return end }
      }
      return nil
    }
  }

  private mutating func handle(_ event: Event) -> End? {
    log?.record(.event, event.logText(isTyping: state.isTyping))
    for effect in state.update(event, now: now) {
      log?.record(.effect, effect.logText)
      if let end = perform(effect) { return end }
    }
    return nil
  }

  private mutating func perform(_ effect: Effect) -> End? {
    switch effect {
    case .overrides(let effect):
      runner.apply(effect)
      // Updates the dashboard immediately, so that the next key acts on the new state.
      for message in inbox.removeAll() {
        if let end = handle(message) { return end }
      }
    case .session(let effect):
      runner.enqueue(effect)
      for event in reporter.events(for: effect) { _ = state.update(event, now: now) }
    case .saveTheme(let name): runner.enqueueTheme(name)
    case .terminal(.quit): return .quit
    case .terminal(.redraw): terminal.redraw()
    case .terminal(.suspend): terminal.suspend()
    }
    return nil
  }
}
