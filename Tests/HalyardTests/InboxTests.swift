import Dashboard
import Testing

@testable import FeatureFlags
@testable import halyard

/// Tests the messages from other threads to the event loop.
struct InboxTests {
  @Test func `changes of overrides are removed before older messages, which keep their order`() {
    let inbox = Inbox {}
    inbox.post(
      .loaded(PreparedLoad(source: LoadedSource(features: [], origin: .file), failures: []))
    )
    inbox.post(.session(.changed(Self.change(.overridden([]), revision: 1))))
    inbox.post(.session(.changed(Self.change(.loaded(FlagDifference()), revision: 2))))
    inbox.post(.tick)
    inbox.post(.session(.changed(Self.change(.overridden([]), revision: 3))))
    #expect(inbox.removeChangesOfOverrides().map(Self.name) == ["change 1", "change 3"])
    #expect(inbox.removeAll().map(Self.name) == ["load", "change 2", "other"])
    #expect(inbox.removeAll().isEmpty)
  }

  private static func change(_ kind: FlagChange.Kind, revision: Int) -> FlagChange {
    FlagChange(revision: revision, kind: kind, cause: .call)
  }

  private static func name(_ message: Message) -> String {
    switch message {
    case .loaded: "load"
    case .session(.changed(let change)): "change \(change.revision)"
    case .event, .session, .reverted: "other"
    }
  }
}
