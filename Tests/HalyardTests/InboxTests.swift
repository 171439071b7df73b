import Dashboard
import Testing

@testable import FeatureFlags
@testable import halyard

/// Tests the messages from other threads to the event loop.
struct InboxTests {
  @Test func `changes of overrides are merged by their cause, and other messages keep their order`()
    throws
  {
    let inbox = Inbox {}
    inbox.post(
      .loaded(PreparedLoad(source: LoadedSource(features: [], origin: .file), failures: []))
    )
    inbox.post(Self.overridden(["A", "B"], .others))
    inbox.post(.session(.changed(Self.change(.loaded(FlagDifference()), .call))))
    inbox.post(Self.overridden(["C"], .call))
    inbox.post(.tick)
    inbox.post(Self.overridden(["B", "C", "A"], .others))
    #expect(inbox.removeOwnChanges().map(Self.name) == ["C"])
    #expect(inbox.removeOwnChanges().isEmpty)
    var content = inbox.removeAll()
    #expect(content.messages.map(Self.name) == ["load", "change", "other"])
    #expect(content.overrides.removeSlice() == Self.slice(["A", "B", "C"], .others))
    #expect(content.overrides.removeSlice() == nil)
    #expect(inbox.removeAll().messages.isEmpty)
  }

  @Test func `a change of overrides without features is reported once`() {
    let inbox = Inbox {}
    for _ in 0..<3 { inbox.post(Self.overridden([], .others)) }
    var content = inbox.removeAll()
    #expect(content.overrides.removeSlice() == Self.slice([], .others))
    #expect(content.overrides.isEmpty)
  }

  private static func slice(
    _ names: [Feature.Name],
    _ cause: FlagChange.Cause
  ) -> OverrideNews.Slice {
    OverrideNews.Slice(names: names, cause: cause, total: names.count)
  }

  private static func overridden(_ names: [Feature.Name], _ cause: FlagChange.Cause) -> Message {
    .session(.changed(change(.overridden(names.map { Feature(name: $0) }), cause)))
  }

  private static func change(_ kind: FlagChange.Kind, _ cause: FlagChange.Cause) -> FlagChange {
    FlagChange(revision: 1, kind: kind, cause: cause)
  }

  private static func name(_ message: Message) -> String {
    switch message {
    case .loaded: "load"
    case .session(.changed): "change"
    case .overridden(let slice): slice.names.map(\.rawValue).joined()
    case .event, .session, .reverted, .end: "other"
    }
  }
}
