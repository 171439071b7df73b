import Dashboard
import FeatureFlags
import Frame
import Terminal

/// The event loop of the screen: waits for keys and news, updates the dashboard, and draws.
struct DashboardProgram {
  private let terminal: Terminal
  private let runner: EffectRunner
  private let inbox: Inbox
  private let time: Timeline
  private let log: DebugLog?
  private var state: DashboardState

  /// How the loop came to its end.
  enum End {
    case quit
    case signal(Int32)
  }

  /// Opens the dashboard in the terminal, and stays until the user leaves it.
  ///
  /// - Returns: How it was left; the terminal is given back, and everything is saved.
  /// - Throws: `terminal`, if there is none to draw on.
  static func run(
    _ setup: Setup,
    loaded: ConfigurationLoader.Loaded?,
    live: LiveSettings,
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
      live,
      loaded: loaded,
      themes: look.setting,
      inbox: inbox,
      time: time
    )
    let work = Task(executorPreference: EffectRunner.executor) { await runner.run() }
    if let loaded { inbox.post(.loaded(setup.snapshot(of: loaded))) }
    for notice in notices {
      inbox.post(.activity(time.entry(.problem, notice.text)))
      inbox.post(.notice(notice))
    }
    runner.reportStart()
    let state = DashboardState(
      size: terminal.size,
      theme: look.theme,
      context: look.context,
      themes: look.themes
    )
    var program = DashboardProgram(
      terminal: terminal,
      runner: runner,
      inbox: inbox,
      time: time,
      log: setup.program.log,
      state: state
    )
    let end = program.loop()
    terminal.close()
    runner.finish()
    await work.value
    if let words = await runner.sendWaiting() {
      Console(isQuiet: false, isColoured: false).warn(words)
    }
    do throws(FlagStoreError) { try await runner.flush() } catch { throw .store(error) }
    return end
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
    state: DashboardState
  ) {
    self.terminal = terminal
    self.runner = runner
    self.inbox = inbox
    self.time = time
    self.log = log
    self.state = state
  }

  private var now: Duration { time.now }

  /// How long events are handled before the next frame is drawn.
  private static let frameInterval = Duration.milliseconds(50)

  private mutating func loop() -> End {
    var queue = EventQueue()
    queue.append(inbox.take())
    while true {
      if let end = handle(&queue) { return end }
      terminal.draw(state.frame(now: now))
      if let end = receive(into: &queue) { return end }
    }
  }

  /// Handles events until none is left, or until the next frame is due.
  private mutating func handle(_ queue: inout EventQueue) -> End? {
    let due = now + Self.frameInterval
    while let event = queue.next(isTyping: state.isTyping) {
      if let end = handle(event) { return end }
      if now >= due { return nil }
    }
    return nil
  }

  /// Waits for events; while some are queued, only signals and news are added to them.
  private mutating func receive(into queue: inout EventQueue) -> End? {
    // Unread keys wait in the terminal, which bounds the queue.
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
      queue.append(inbox.take())
      if queue.isEmpty, let tick = state.nextTick, tick <= now { queue.append([.tick]) }
    } while queue.isEmpty
    return nil
  }

  private mutating func handle(_ event: Event) -> End? {
    let event = runner.current(event)
    log?.record(.event, event.logText(isTyping: state.isTyping))
    for effect in state.update(event, now: now) {
      log?.record(.effect, effect.logText)
      switch effect {
      case .overrides(let effect):
        let features = runner.apply(effect)
        if !features.isEmpty { _ = state.update(.changed(features), now: now) }
      case .session(let effect): runner.enqueue(effect)
      case .saveTheme(let name): runner.enqueueTheme(name)
      case .terminal(.quit): return .quit
      case .terminal(.redraw): terminal.redraw()
      case .terminal(.suspend): terminal.suspend()
      }
    }
    return nil
  }
}
