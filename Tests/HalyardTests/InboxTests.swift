import Dashboard
import Testing

@testable import FeatureFlags
@testable import halyard

/// Tests the inbox: the buffer of events that other threads post to the event loop.
struct InboxTests {
  private static func overridden(_ names: [String], _ cause: StoreChange.Cause = .others) -> Event {
    let features = names.map { Feature(name: Feature.Name(rawValue: $0)) }
    return .session(.changed(StoreChange(revision: 1, kind: .overridden(features), cause: cause)))
  }

  private static let load = Event.loaded(LoadedSource(features: [], origin: .file))

  /// Posts events, and returns the received ones by name; a change of overrides lists its features.
  private static func received(_ events: [Event]) -> [String] {
    let inbox = Inbox(time: DashboardClock()) {}
    for event in events { inbox.post(event) }
    var buffer = inbox.removeAll()
    var names: [String] = []
    while let event = buffer.removeFirst() {
      switch event {
      case .session(.changed(let change)):
        guard case .overridden(let features) = change.kind else { continue }
        names.append(features.map(\.name.rawValue).joined())
      case .loaded: names.append("load")
      case _: names.append("other")
      }
    }
    return names
  }

  @Test func `changes of overrides with one cause are merged, and other events keep their order`() {
    #expect(
      Self.received([
        Self.overridden(["A", "B"]), .tick, Self.overridden(["B", "C", "A"]),
      ]) == ["ABC", "other"]
    )
  }

  @Test func `changes are not merged across a load or across a change with another cause`() {
    #expect(
      Self.received([Self.overridden(["A"]), Self.load, Self.overridden(["B"])])
        == ["A", "load", "B"]
    )
    #expect(
      Self.received([
        Self.overridden(["A"]), Self.overridden(["A"], .call), Self.overridden(["A"]),
      ]) == ["A", "A", "A"]
    )
  }

  @Test func `a merged change has the last state of each feature and the last orphaned overrides`()
    throws
  {
    var buffer = EventBuffer()
    var feature = Feature(name: "A")
    feature.override = Override(enabled: true)
    let orphans: [OverrideKey: Override] = ["X": Override()]
    for (state, orphans) in [(Feature(name: "A"), orphans), (feature, nil)] {
      let change = StoreChange(
        revision: 1,
        kind: .overridden([state]),
        cause: .others,
        orphans: orphans
      )
      buffer.append(.session(.changed(change)))
    }
    guard case .session(.changed(let change)) = buffer.removeFirst(),
      case .overridden(let features) = change.kind
    else {
      Issue.record("expected a change of overrides")
      return
    }
    #expect(features == [feature])
    #expect(change.orphans?.keys.map(\.self) == ["X"])
    #expect(buffer.isEmpty)
  }

  @Test func `a merged change has the last state of each dependent feature`() throws {
    var buffer = EventBuffer()
    var child = Feature(name: "B")
    child.override = Override(enabled: true)
    let changes: [(features: [Feature], dependents: [Feature])] = [
      ([Feature(name: "A")], [Feature(name: "B"), Feature(name: "C"), Feature(name: "D")]),
      ([child], [Feature(name: "C", enabled: false)]),
    ]
    for (features, dependents) in changes {
      let change = StoreChange(
        revision: 1,
        kind: .overridden(features),
        cause: .others,
        dependents: dependents
      )
      buffer.append(.session(.changed(change)))
    }
    guard case .session(.changed(let change)) = buffer.removeFirst() else {
      Issue.record("expected a change of overrides")
      return
    }
    let dependents = change.dependents.sorted { $0.name.rawValue < $1.name.rawValue }
    #expect(dependents == [Feature(name: "C", enabled: false), Feature(name: "D")])
    #expect(buffer.isEmpty)
  }

  @Test func `several changes of overrides that affect no feature are merged to one event`() {
    #expect(Self.received(Array(repeating: Self.overridden([]), count: 3)) == [""])
  }
}
