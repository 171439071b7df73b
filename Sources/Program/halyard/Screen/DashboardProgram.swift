import Dashboard
import FeatureFlags
import Files
import Terminal
import Text

/// The event loop of the dashboard: waits for events, updates the state, and shows it.
struct DashboardProgram {
  private let display: any Display
  private let runner: EffectRunner
  private let inbox: Inbox
  private let log: DebugLog?
  /// The editor command of the user with its arguments.
  private let editorWords: [String]
  /// The folder in which the text for an editor is stored, from `TMPDIR`.
  private let temporaryFolder: String
  private let isASCII: Bool
  /// The editor that uses the terminal; `nil` if there is none.
  private var editor: EditorRun?
  private var state: DashboardState
  private var queue = EventQueue()
  private var cache = FrameCache()
  /// The time until which keys wait for an undo or redo, so that they act on the restored state;
  /// `nil` while none is running.
  private var heldUntil: Duration?
  /// The time at which a frame is drawn at the latest, even if the queue still has events.
  private var frameDue = Duration.zero
  /// Whether input was handled since the last frame; if so, the next frame is not delayed.
  private var hasHandledInput = false

  /// The reason why the event loop has ended.
  enum End {
    case quit
    case signal(Int32)
  }

  /// Opens the dashboard on a display, and runs it until the user quits.
  ///
  /// - Returns: The reason for the end, after the terminal was restored and all changes were saved.
  /// - Throws: `store`, if changes could not be saved.
  static func run(
    _ setup: Setup,
    server: ScreenServer,
    connectivity: ConnectivityOptions,
    notices: [Notice],
    screen: ScreenSetup,
    time: DashboardClock,
    display: any Display
  ) async throws(Failure) -> End {
    let waker = display.waker
    let inbox = Inbox(time: time) { waker.wake() }
    let runner = EffectRunner(
      setup,
      server: server,
      connectivity: ConnectivityWatch(connectivity, setup.program, inbox: inbox),
      screen: screen,
      inbox: inbox
    )
    var program = open(setup, runner, notices, screen, display)
    let firstEnd = program.show()
    // Starts all other work after the first frame, because the work would compete for the processor.
    let work = Task(executorPreference: FlagSession.executor) { await runner.run() }
    server.report(to: inbox)
    let end = firstEnd ?? program.loop()
    program.editor?.stop()
    display.close()
    runner.finish()
    await work.value
    if let text = await runner.sendWaiting() {
      Console(isQuiet: false, isColoured: false).warn(text)
    }
    try await mapError(awaiting: await runner.flush(), to: Failure.store)
    return end
  }

  /// Creates the program with the events that the first frame shows: the features, the favourites and the
  /// notices.
  private static func open(
    _ setup: Setup,
    _ runner: EffectRunner,
    _ notices: [Notice],
    _ screen: ScreenSetup,
    _ display: any Display
  ) -> DashboardProgram {
    var program = DashboardProgram(
      display: display,
      runner: runner,
      inbox: runner.inbox,
      log: setup.program.log,
      editorWords: screen.editor,
      temporaryFolder: setup.program.environment["TMPDIR"] ?? "/tmp",
      isASCII: screen.isASCII,
      state: screen.state(on: display)
    )
    if setup.session.isPolled {
      program.state.startPolling(every: setup.session.pollInterval, timeout: setup.timeout)
    }
    program.queue.append(Event.savedFavourites(of: setup.workspace))
    for notice in notices {
      let entry = ActivityEntry(when: runner.inbox.time.moment, kind: .problem, text: notice.text)
      program.queue.append([.activity(entry), .notice(notice)])
    }
    program.queue.append(setup.firstEvents(screen.context))
    return program
  }

  private var now: Duration { inbox.time.now }

  /// The maximum time between two frames while there are events to handle.
  private static let frameInterval = Duration.milliseconds(50)
  /// The maximum time for which events are handled before the loop checks for new input.
  private static let inputInterval = Duration.milliseconds(10)
  /// The maximum time for which keys wait for an undo or redo.
  private static let longestHold = Duration.seconds(2)

  /// Whether keys wait for an undo or redo.
  private var isHeld: Bool { heldUntil.map { now < $0 } ?? false }

  /// Whether lines of plain mode wait for the end of the first load, so that they act on the features.
  private var awaitsFeatures: Bool {
    state.isPlain && state.awaitsFeatures
  }

  /// Handles events and draws frames until the user quits or a signal ends the program.
  private mutating func loop() -> End {
    while true {
      if let end = receive() ?? show() { return end }
    }
  }

  /// Handles queued events, and draws the next frame, unless more events follow before it is due.
  private mutating func show() -> End? {
    if let end = handleQueue() { return end }
    guard queue.isIdle(isHeld: isHeld) || hasHandledInput || now >= frameDue else { return nil }
    display.show(&state, now: now, reusing: &cache, inASCII: isASCII)
    runner.announce(selected: state.selectedName)
    hasHandledInput = false
    frameDue = now + Self.frameInterval
    return nil
  }

  /// Handles queued input until there is none or the next frame is due, then events until it is time to
  /// check for input again.
  private mutating func handleQueue() -> End? {
    let start = now
    while true {
      let limit = queue.hasInput && !isHeld ? Self.frameInterval : Self.inputInterval
      guard let event = queue.next(isTyping: state.isTyping, isHeld: isHeld) else { return nil }
      if event.isFromUser { hasHandledInput = true }
      if let end = handle(event) { return end }
      if now - start >= limit { return nil }
    }
  }

  /// Waits for events and adds them to the queue; does not wait if the queue has events to handle.
  private mutating func receive() -> End? {
    let tick = state.nextTick
    repeat {
      // Keys that wait for an undo, a redo or the first load stay in the buffer of the terminal.
      let readsInput = !queue.hasInput && !isHeld && !awaitsFeatures
      let timeout = timeout(tick: tick)
      for event in display.next(timeout: timeout, readsInput: readsInput) {
        switch event {
        case .event(let event): queue.append(input: event)
        case .woken: break
        case .end: queue.append([.inputEnded])
        case .terminated(let signal): return .signal(signal)
        }
      }
      queue.append(inbox.removeAll())
      let isIdle = queue.isIdle(isHeld: isHeld)
      if isIdle, let tick, tick <= now { queue.append([.tick]) }
    } while queue.isIdle(isHeld: isHeld)
    return nil
  }

  /// The maximum time to wait for the next event: zero if the queue has events, else until the next tick
  /// or the end of the hold; `nil` for no limit.
  private func timeout(tick: Duration?) -> Duration? {
    guard queue.isIdle(isHeld: isHeld) else { return .zero }
    let end = isHeld ? heldUntil : nil
    return [tick, end].compactMap { $0 }.min().map { max($0 - now, .zero) }
  }

  private mutating func handle(_ event: Event) -> End? {
    log?.record(.event, event.logText(isTyping: state.isTyping))
    var former: DashboardState?
    switch event {
    case .edited:
      editor = nil
      display.reclaim()
    case .reverted: heldUntil = nil
    case .loaded: former = state
    case _: break
    }
    let effects = state.update(event, now: now)
    // Releases the previous features on another thread, because releasing very many features takes long.
    if let former { Task.detached { withExtendedLifetime(former) {} } }
    for effect in effects {
      log?.record(.effect, effect.logText)
      if let end = perform(effect) { return end }
    }
    return nil
  }

  private mutating func perform(_ effect: Effect) -> End? {
    switch effect {
    case .undo, .undoOperation, .undoChange, .redo:
      heldUntil = now + Self.longestHold
      runner.run(effect)
    case .overrides:
      runner.run(effect)
      // The store has posted the change to the inbox when `run` returns, so the change is handled before
      // the next key.
      queue.append(inbox.removeAll())
      queue.holdInput()
    case .sortFeatures: if let source = state.unsorted { runner.sort(source) }
    case .report:
      let facts = ReportFacts(
        screen: state.reportScreen(now: now),
        connectivity: state.connectivityReport,
        testCase: state.testCaseSummary,
        tests: state.testUsers
      )
      runner.run(effect, facts: facts)
    case .session, .presets, .saveTheme, .saveFavourites, .bisect, .endBisection, .usages:
      runner.run(effect)
    case .edit(let request): return edit(request)
    case .terminal(.quit): return .quit
    case .terminal(.redraw): display.redraw()
    case .terminal(.copy(let text)): return handle(.notice(Notice(display.copy(text), of: text)))
    case .terminal(.suspend): display.suspend()
    case .terminal(.useMouse(let isUsed)): display.usesMouse = isUsed
    }
    return nil
  }

  /// Lends the terminal to the editor of the user; the event `edited` ends the loan.
  private mutating func edit(_ request: EditRequest) -> End? {
    guard editor == nil else { return nil }
    display.lend()
    do throws(SystemError) {
      let inbox = inbox
      editor = try EditorRun(request, words: editorWords, root: temporaryFolder) { outcome in
        inbox.post(.edited(request, outcome))
      }
      return nil
    } catch {
      let reason = "\(editorWords[0]): cannot be run: \(error.reason)"
      return handle(.edited(request, .failed(reason: reason, text: nil)))
    }
  }
}
