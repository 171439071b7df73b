import Files
import Glibc
import Locking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team
@testable import Workbench

/// Tests changes while etcd cannot be reached: the copy on disk, the pending operations, and their merge.
@Suite(.timeLimit(.minutes(2)))
struct OfflineTests {
  private static func etcd() async throws -> LocalEtcd {
    let etcd = try LocalEtcd()
    try await etcd.waitUntilReady()
    return etcd
  }

  @Test
  func `a program that starts without etcd has the overrides that an earlier program received`()
    async throws
  {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    try await TeamPerson("ana", address, folder: folder).store.update(
      .set([.enabled(true)], for: ["A"])
    )
    _ = try TeamPerson("ana", address, folder: folder)
    etcd.members[0].kill()
    let later = try TeamPerson("ana", address, folder: folder)
    #expect(later.states == ["A": true])
    #expect(later.storage.activity.isOffline)
  }

  @Test func `the copy on disk is written only if the overrides have changed`() async throws {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let team = try TeamAddress(etcd.newAddress())
    let count = Locked(0)
    var writes = WriteObserver()
    writes.report = { _, _ in count.withLock { $0 += 1 } }
    let copy = TeamCopy(of: team, stateRoot: folder.path, writes: writes)
    for isOn in [true, true, false] {
      let storage = EtcdOverrideStorage(EtcdClient(team), copy: copy)
      let operation = OverrideOperation(
        ["A": Override(enabled: isOn)],
        .init(date: Date.distantPast)
      )
      _ = try await storage.commit([operation], at: Date())
    }
    #expect(count.withLock { $0 } == 2)
  }

  @Test
  func `an offline change is pending for all programs of its author until one of them sends it`()
    async throws
  {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    _ = try TeamPerson("ana", address, folder: folder)
    etcd.members[0].kill()
    let one = try TeamPerson("ana", address, folder: folder)
    try await one.store.update(.set([.enabled(true)], for: ["A"]))
    #expect(one.storage.activity.pending == ["A"])
    let two = try TeamPerson("ana", address, folder: folder)
    #expect(two.states == ["A": true])
    try await two.store.update(.set([.enabled(false)], for: ["B"]))
    #expect(two.storage.activity.pending == ["A", "B"])
    try etcd.members[0].start()
    try await etcd.waitUntilReady()
    let three = try TeamPerson("ana", address, folder: folder)
    try await three.store.update(.set([.enabled(false)], for: ["A"]))
    #expect(three.storage.activity.pending.isEmpty)
    #expect(three.storage.takeConflicts().isEmpty)
    let operations = try await three.storage.recentOperations()
    #expect(operations.map { $0.changes.map(\.key) } == [["A"], ["B"], ["A"]])
    #expect(try TeamPerson("ben", address, folder: folder).states == ["A": false, "B": false])
  }

  @Test func `a program without a copy on disk cannot change anything while etcd is unreachable`()
    async throws
  {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    etcd.members[0].kill()
    let ana = try TeamPerson("ana", address, folder: folder)
    await #expect(throws: FlagStoreError.self) {
      try await ana.store.update(.set([.enabled(true)], for: ["A"]))
    }
  }

  @Test func `undo while etcd is unreachable reverts pending changes only`() async throws {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    let before = try TeamPerson("ana", address, folder: folder)
    try await before.store.update(.set([.enabled(true)], for: ["B"]))
    etcd.members[0].kill()
    let ana = try TeamPerson("ana", address, folder: folder)
    try await ana.store.update(.set([.enabled(true)], for: ["A"]))
    #expect(try await ana.store.undo()?.changes.map(\.key) == ["A"])
    #expect(ana.states == ["B": true])
    #expect(try await ana.store.redo()?.changes.map(\.key) == ["A"])
    #expect(ana.states == ["A": true, "B": true])
    try await ana.store.undo()
    await #expect(throws: FlagStoreError.self) { try await ana.store.undo() }
  }

  @Test func `a pending change of a feature that a colleague has changed since is a conflict`()
    async throws
  {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    _ = try TeamPerson("ana", address, folder: folder)
    etcd.members[0].kill()
    let ana = try TeamPerson("ana", address, folder: folder)
    try await ana.store.update(.set([.enabled(true)], for: ["A", "B"]))
    try await ana.store.update(.set([.enabled(false)], for: ["A"]))
    try etcd.members[0].start()
    try await etcd.waitUntilReady()
    let ben = try TeamPerson("ben", address, folder: folder)
    try await ben.store.update(.set([.enabled(true)], for: ["A"]))
    let later = try TeamPerson("ana", address, folder: folder)
    later.follow()
    await later.waitUntilMerged()
    #expect(later.shownConflicts.map(\.key) == ["A"])
    #expect(later.shownConflicts.first?.mine?.enabled == false)
    #expect(later.shownConflicts.first?.author == "ben")
    try later.store.reloadOverrides()
    #expect(later.states == ["A": true, "B": true])
  }

  @Test func `a pending session override of a program that has exited is never sent`() async throws
  {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    // No process has this identity.
    let ended = ProcessIdentity(id: 1, start: 1)
    let one = try TeamPerson("ana", address, folder: folder, session: ended)
    one.follow()
    await one.wait { $0.members.count == 1 }
    etcd.members[0].kill()
    await one.waitUntilOffline()
    try await one.store.update(.set([.enabled(true)], for: ["A"], lifetime: .session))
    #expect(one.storage.activity.pending == ["A"])
    await one.storage.close()
    try etcd.members[0].start()
    try await etcd.waitUntilReady()
    let two = try TeamPerson("ana", address, folder: folder)
    #expect(two.states == ["A": true])
    try await two.store.update(.set([.enabled(true)], for: ["B"]))
    #expect(two.states == ["B": true])
  }

  @Test func `a session override that is changed offline keeps its session lifetime`()
    async throws
  {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let ana = try TeamPerson("ana", etcd.newAddress(), folder: folder)
    ana.follow()
    await ana.wait { $0.members.count == 1 }
    try await ana.store.update(.set([.enabled(true)], for: ["A"], lifetime: .session))
    etcd.members[0].kill()
    await ana.waitUntilOffline()
    try await ana.store.update(.set([.enabled(false)], for: ["A"]))
    try etcd.members[0].start()
    try await etcd.waitUntilReady()
    await ana.wait { $0.isOnline && $0.pending.isEmpty }
    #expect(ana.shownConflicts.isEmpty)
    let reader = EtcdOverrideStorage(EtcdClient(ana.storage.address))
    let override = try await reader.read().overrides["A"]
    #expect(override?.enabled == false)
    #expect(override?.lifetime == .session)
  }

  @Test func `force applies to the change of the command itself, and not to pending changes`()
    async throws
  {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    _ = try TeamPerson("ana", address, folder: folder)
    etcd.members[0].kill()
    try await TeamPerson("ana", address, folder: folder).store
      .update(.set([.enabled(true)], for: ["A"]))
    try etcd.members[0].start()
    try await etcd.waitUntilReady()
    try await TeamPerson("ben", address, folder: folder).store
      .update(.set([.enabled(false)], for: ["A"]))
    let force = try TeamPerson("ana", address, folder: folder, isForcing: true)
    try await force.store.update(.set([.enabled(true)], for: ["B"]))
    #expect(force.storage.takeConflicts().map(\.key) == ["A"])
    #expect(force.states == ["A": false, "B": true])
  }

  @Test func `a running program shows the pending change of another program`() async throws {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    let one = try TeamPerson("ana", address, folder: folder)
    one.follow()
    await one.wait { $0.members.count == 1 }
    try await one.store.update(.set([.enabled(true)], for: ["B"]))
    one.storage.namespace.saveCopy()
    etcd.members[0].kill()
    await one.waitUntilOffline()
    let two = try TeamPerson("ana", address, folder: folder)
    try await two.store.update(.set([.enabled(true)], for: ["A"]))
    await one.wait { $0.pending == ["A"] }
    try one.store.reloadOverrides()
    #expect(one.states == ["A": true, "B": true])
  }

  @Test func `a change that is too large for etcd is refused while offline`() async throws {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    _ = try TeamPerson("ana", address, folder: folder)
    etcd.members[0].kill()
    let ana = try TeamPerson("ana", address, folder: folder)
    let text = String(repeating: "x", count: 800_000)
    let operation = OverrideOperation(
      ["A": Override(variables: ["text": .string(text)])],
      .init(date: Date())
    )
    let error = await #expect(throws: WorkspaceError.self) {
      _ = try await ana.storage.commit([operation], at: Date())
    }
    #expect(error?.teamError == .tooLarge)
    #expect(ana.storage.activity.pending.isEmpty)
  }

  @Test func `after etcd responds again, the next change is sent at once`() async throws {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let team = try TeamAddress(etcd.newAddress())
    let copy = TeamCopy(of: team, stateRoot: folder.path)
    let client = EtcdClient(team, callLimit: .milliseconds(500))
    let clock = ManualClock()
    let storage = EtcdOverrideStorage(client, copy: copy, clock: clock)
    storage.onConflict {}
    let follower = storage.follow { _ in }
    while !storage.activity.isOnline { await Task.yield() }
    func set(_ isOn: Bool) async throws {
      let operation = OverrideOperation(["A": Override(enabled: isOn)], .init(date: Date()))
      _ = try await storage.commit([operation], at: Date())
    }
    etcd.members[0].signal(SIGSTOP)
    try await set(true)
    #expect(storage.activity.pending == ["A"])
    etcd.members[0].signal(SIGCONT)
    while !storage.activity.pending.isEmpty || !storage.activity.isOnline {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    try await set(false)
    #expect(storage.activity.pending.isEmpty)
    withExtendedLifetime(follower) {}
  }

  @Test func `a malformed queue is an error with its line, and is not changed`() async throws {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    let ana = try TeamPerson("ana", address, folder: folder)
    etcd.members[0].kill()
    let one = try TeamPerson("ana", address, folder: folder)
    try await one.store.update(.set([.enabled(true)], for: ["A"]))
    let queues = "'\(folder.path)'/ana/teams/*/pending.jsonl"
    #expect(Shell.run("for file in \(queues); do echo '{' >> $file; done") == 0)
    let error = await #expect(throws: FlagStoreError.self) {
      try await ana.store.update(.set([.enabled(true)], for: ["B"]))
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("pending.jsonl:2: "), "\(message)")
    #expect(
      message.hasSuffix(
        "; correct or remove the line, and the other change is sent; deleting the file loses all of them"
      ),
      "\(message)"
    )
    #expect(Shell.run("for file in \(queues); do sed -i 2d $file; done") == 0)
    try await ana.store.update(.set([.enabled(true)], for: ["B"]))
    #expect(ana.storage.activity.pending == ["A", "B"])
  }

  @Test
  func `after ten minutes offline, three programs agree and each change is merged or a conflict`()
    async throws
  {
    let (etcd, folder) = (try await Self.etcd(), try TemporaryFolder())
    let address = etcd.newAddress()
    let features = (0..<40).map { OverrideKey(Feature.Name(rawValue: "F\($0)")) }
    let clock = ManualClock()
    let people = try ["ana", "ben", "eva"].map {
      try TeamPerson($0, address, folder: folder, features: features, clock: clock)
    }
    for person in people {
      person.follow()
      await person.wait { $0.members.count >= 1 }
    }
    etcd.members[0].kill()
    for person in people { await person.waitUntilOffline() }
    let count = Effort.isFull ? 200 : 40
    let pause = Duration.seconds(600) / (count * people.count)
    var last: [String: [OverrideKey: Bool]] = [:]
    for (index, person) in people.enumerated() {
      var generator = SeededGenerator(seed: UInt64(index + 1))
      for _ in 0..<count {
        let name = features[Int.random(in: 0..<features.count, using: &generator)]
        let isOn = Bool.random(using: &generator)
        try await person.store.update(.set([.enabled(isOn)], for: [name.feature]))
        last[person.name, default: [:]][name] = isOn
        clock.advance(by: pause)
      }
    }
    try etcd.members[0].start()
    try await etcd.waitUntilReady()
    for person in people { #expect(person.offlineTime(at: clock) >= 600) }
    let time = Task {
      while !Task.isCancelled {
        clock.advance(by: .milliseconds(100))
        await Task.yield()
      }
    }
    for person in people { await person.waitUntilMerged() }
    time.cancel()
    let reader = EtcdOverrideStorage(EtcdClient(try TeamAddress(address)))
    let merged = try await reader.read().overrides.compactMapValues(\.enabled)
    let history = try await reader.history()
    for person in people {
      let shown = Set(person.shownConflicts.map { "\($0.feature) \($0.mine?.enabled == true)" })
      for (name, isOn) in last[person.name] ?? [:] {
        // Each change is active, was replaced by a later change of a colleague, or was reported as a
        // conflict.
        let isMerged = history.operations.flatMap(\.changes)
          .contains { $0.key == name && $0.to?.enabled == isOn }
        #expect(isMerged || shown.contains("\(name) \(isOn)"), "\(person.name) \(name)")
      }
    }
    #expect(people.contains { !$0.shownConflicts.isEmpty })
    for person in people {
      let revision = reader.revision
      while person.storage.revision < revision { await Task.yield() }
      try person.store.reloadOverrides()
      #expect(person.states == merged)
    }
    #expect(history.overrides.compactMapValues(\.enabled) == merged)
    #expect(Set(history.operations.map(\.id)).count == history.operations.count)
  }
}
