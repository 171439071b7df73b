import Locking
import RemoteConfig
import Testing

/// Tests the hooks that a service calls, and their order.
struct HookTests {
  /// A value that is reported to analytics.
  private enum Button: String, CaseIterable, StringRemoteValue, ExperimentalGroupTrackable {
    case red, blue
    var experimentalGroupKey: String { "button" }
    var experimentalGroupValue: String { name }
  }

  /// A value that is reported to analytics, unless it is a baseline.
  private struct Search: BaselineFlagRemoteValue, ExperimentalGroupTrackable {
    let baseline: Bool
    let isEnabled: Bool
    var experimentalGroupKey: String { "search" }
    var experimentalGroupValue: String { name }
  }

  private struct Key: RemoteKey {
    let name: String
    var valueType: any RemoteValue.Type { name.hasPrefix("search") ? Search.self : Button.self }
  }

  private func service(_ texts: [String: String]) -> RecordingService {
    RecordingService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(texts))
  }

  @Test func `values are resolved in order, and then all missing and incorrect keys are reported`()
  {
    let service = service(["good": "blue", "bad": "green", "worse": "pink"])
    service.getValues(for: ["gone", "good", "bad", "lost", "worse"].map(Key.init))
    #expect(
      service.drainCalls() == [
        "debug gone", "custom gone", "missing gone",
        "debug good", "custom good", "group button blue",
        "debug bad", "custom bad", "incorrect bad green",
        "debug lost", "custom lost", "missing lost",
        "debug worse", "custom worse", "incorrect worse pink",
        #"all missing ["gone", "lost"]"#, #"all incorrect ["bad green", "worse pink"]"#,
      ]
    )
  }

  @Test
  func `RemoteConfigKeeper is read after debugValue, and again for the text of an invalid value`() {
    let calls = Locked<[String]>([])
    let keeper = RecordingKeeper(texts: InMemoryRemoteConfigKeeper(["bad": "x"])) { call in
      calls.withLock { $0.append(call) }
    }
    /// A service that records its calls in the same list as its `RemoteConfigKeeper`.
    final class Service: RemoteConfigService, @unchecked Sendable {
      let record: @Sendable (String) -> Void

      init(keeper: RecordingKeeper) {
        record = keeper.record
        super.init(remoteConfigKeeper: keeper)
      }

      override func debugValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
        record("debug \(key.name)")
        return nil
      }

      override func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
        record("custom \(key.name)")
        return nil
      }
    }
    #expect(Service(keeper: keeper).remoteValue(for: Key(name: "bad")) == Button.red)
    #expect(calls.withLock { $0 } == ["debug bad", "remote bad", "custom bad", "text bad"])
  }

  @Test func `custom, debug, remote and default values apply in this order of precedence`() {
    func value(custom: Button?, debug: Button?, remote: String?) -> Button {
      let service = service(remote.map { ["key": $0] } ?? [:])
      service.setCustom(custom, for: "key")
      service.setDebug(debug, for: "key")
      return service.remoteValue(for: Key(name: "key"))
    }
    #expect(value(custom: .blue, debug: .red, remote: "red") == .blue)
    #expect(value(custom: nil, debug: .blue, remote: "red") == .blue)
    #expect(value(custom: nil, debug: nil, remote: "blue") == .blue)
    #expect(value(custom: nil, debug: nil, remote: nil) == .red)
    #expect(value(custom: nil, debug: nil, remote: "green") == .red)
  }

  @Test
  func `customValue is called even after a debugValue, and each experimental group is reported`() {
    let service = service([:])
    service.setDebug(Button.blue, for: "a")
    service.setCustom(Button.red, for: "b")
    service.getValues(for: [Key(name: "a"), Key(name: "b")])
    #expect(
      service.drainCalls() == [
        "debug a", "custom a", "group button blue", "debug b", "custom b", "group button red",
      ]
    )
  }

  @Test func `a debug or custom value of a different type is ignored`() {
    let service = service(["key": "blue"])
    service.setDebug(Search(baseline: false, isEnabled: true), for: "key")
    service.setCustom(Example.PaywallType.a, for: "key")
    #expect(service.remoteValue(for: Key(name: "key")) == Button.blue)
  }

  @Test func `no experimental group is reported for a default value or a baseline value`() {
    let service = service(["search": "true_baseline", "search2": "true"])
    service.getValues(for: ["gone", "search", "search2"].map(Key.init))
    #expect(service.drainCalls().filter { $0.hasPrefix("group") } == ["group search true"])
  }

  @Test func `a second getValues preserves the values, and reports all missing and incorrect keys`()
  {
    let service = service(["bad": "x"])
    service.getValues(for: [Key(name: "gone"), Key(name: "bad")])
    _ = service.drainCalls()
    service.getValues(for: [Key(name: "bad"), Key(name: "lost")])
    #expect(
      service.drainCalls() == [
        "debug lost", "custom lost", "missing lost",
        #"all missing ["gone", "lost"]"#, #"all incorrect ["bad x"]"#,
      ]
    )
  }

  @Test func `no missing or incorrect key is reported for valid values`() {
    let service = service(["good": "red"])
    service.getValues(for: [Key(name: "good")])
    #expect(service.drainCalls() == ["debug good", "custom good", "group button red"])
  }

  @Test func `remoteValue reports a missing or incorrect key`() {
    let service = service([:])
    _ = service.remoteValue(for: Key(name: "gone"), as: Button.self)
    _ = service.remoteValue(for: Key(name: "gone"), as: Button.self)
    #expect(service.drainCalls() == ["debug gone", "custom gone", "missing gone"])
  }

  @Test func `an update reports nothing, and a key with a found value is no longer missing`() {
    let texts = InMemoryRemoteConfigKeeper()
    let service = RecordingService(remoteConfigKeeper: texts)
    service.getValues(for: [Key(name: "late"), Key(name: "never")])
    _ = service.drainCalls()
    texts["late"] = "blue"
    service.updateRemoteValue(for: Key(name: "late"))
    #expect(service.drainCalls() == ["debug late", "custom late"])
    service.getValues(for: [Key(name: "late")])
    #expect(service.drainCalls() == [#"all missing ["never"]"#])
  }

  @Test func `a hook can request other values and the value that is being resolved`() {
    /// A service whose custom value of one key depends on another key.
    final class Service: RemoteConfigService, @unchecked Sendable {
      override func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
        guard key.name == "first" else { return nil }
        return remoteValue(for: Key(name: "second"), as: Button.self) as? Value
      }

      override func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {
        #expect(remoteValue(for: Key(name: "second"), as: Button.self) == .blue)
      }
    }
    let service = Service(remoteConfigKeeper: InMemoryRemoteConfigKeeper(["second": "blue"]))
    #expect(service.remoteValue(for: Key(name: "first")) == Button.blue)
  }
}
