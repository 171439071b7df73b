import CoreTestSupport
import Team
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests the behaviour that every storage of overrides must have.
@Suite(.tags(.optimised), .timeLimit(.minutes(2)))
struct OverrideStorageTests {
  enum Kind: CaseIterable {
    case file
    case memory
    case etcd
  }

  /// The kinds of followed overrides that the path or URL of a locator can name.
  enum Located: CaseIterable {
    case file
    case server

    init(_ locator: OverrideLocator) {
      switch locator {
      case .file: self = .file
      case .server: self = .server
      }
    }

    /// The texts of locators of this kind.
    var texts: [String] {
      switch self {
      case .file: ["/tmp/overrides.json", "overrides.json", "http/overrides.json"]
      case .server: ["http://127.0.0.1:1", "HTTPS://flags.example.test/base/overrides.json"]
      }
    }
  }

  /// Two storages of the same overrides, as in two programs.
  private struct Pair {
    let one: any OverrideStorage
    let two: any OverrideStorage
    private let folder: TemporaryFolder

    init(_ kind: Kind) async throws {
      folder = try TemporaryFolder()
      switch kind {
      case .file:
        one = folder.workspace().overrideStorage
        two = folder.workspace().overrideStorage
      case .memory:
        one = MemoryOverrideStorage()
        two = one
      case .etcd:
        let address = try TeamAddress(await LocalEtcd.sharedAddress())
        one = EtcdOverrideStorage(EtcdClient(address))
        two = EtcdOverrideStorage(EtcdClient(address))
      }
    }
  }

  private static let on = Override(enabled: true)
  private static let off = Override(enabled: false)

  /// The names of all types of storages, except the storage in memory, which only the tests have.
  private static func storageTypes() async throws -> Set<String> {
    var types: Set<String> = []
    for kind in Kind.allCases where kind != .memory {
      types.insert("\(type(of: try await Pair(kind).one))")
    }
    return types
  }

  @Test func `every type that conforms to OverrideStorage is tested`() async throws {
    let found = try SourceCode.types(conformingTo: "OverrideStorage")
    #expect(found == (try await Self.storageTypes()))
  }

  @Test func `every type that conforms to FollowableOverrides is a storage or has a locator`()
    async throws
  {
    let storages = try await Self.storageTypes()
    let located = Located.allCases.flatMap(\.texts).map { text in
      "\(type(of: OverrideLocator(text).makeFollowable()))"
    }
    #expect(
      try SourceCode.types(conformingTo: "FollowableOverrides") == storages.union(located)
    )
  }

  @Test(arguments: Located.allCases)
  func `a path or URL of overrides is parsed to the matching kind of locator`(kind: Located) {
    for text in kind.texts {
      let locator = OverrideLocator(text, token: "secret")
      #expect(Located(locator) == kind)
      #expect(locator.text == text)
      #expect(locator.description == text)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a new storage has no overrides`(kind: Kind) async throws {
    let pair = try await Pair(kind)
    #expect(try await pair.one.read().overrides.isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func `a commit returns the overrides and the revision that another program reads`(kind: Kind)
    async throws
  {
    let pair = try await Pair(kind)
    let empty = try await pair.one.read()
    let first = try await pair.one.commit(["A": Self.on, "B": Self.off])
    #expect(first.overrides == ["A": Self.on, "B": Self.off])
    #expect(first.revision != empty.revision)
    #expect(try await pair.two.read() == first)
    let second = try await pair.two.commit(["A": nil])
    #expect(second.overrides == ["B": Self.off])
    #expect(try await pair.one.read() == second)
  }

  @Test(arguments: Kind.allCases)
  func `a commit is merged with the overrides of another program`(kind: Kind)
    async throws
  {
    let pair = try await Pair(kind)
    _ = try await pair.one.commit(["A": Self.on])
    _ = try await pair.two.commit(["B": Self.on])
    let merged = try await pair.one.commit(["A": Self.off])
    #expect(merged.overrides == ["A": Self.off, "B": Self.on])
  }

  @Test(arguments: Kind.allCases)
  func `a commit that changes nothing returns the same revision`(kind: Kind) async throws {
    let pair = try await Pair(kind)
    let first = try await pair.one.commit(["A": Self.on])
    let second = try await pair.two.commit(["A": Self.on, "B": nil])
    #expect(second == first)
  }

  @Test(arguments: Kind.allCases)
  func `concurrent writers of different features lose no update`(kind: Kind) async throws {
    let pair = try await Pair(kind)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let storage = number.isMultiple(of: 2) ? pair.one : pair.two
        let name = OverrideKey(Feature.Name(rawValue: "F\(number)"))
        group.addTask { _ = try await storage.commit([name: Self.on]) }
      }
      try await group.waitForAll()
    }
    #expect(try await pair.two.read().overrides.count == 40)
  }

  @Test(arguments: Kind.allCases)
  func `the stream of revisions begins with the current one and reports each commit once`(
    kind: Kind
  ) async throws {
    let pair = try await Pair(kind)
    let first = try await pair.one.commit(["A": Self.on])
    var own = pair.one.revisions.makeAsyncIterator()
    var other = pair.two.revisions.makeAsyncIterator()
    #expect(await own.next(isolation: #isolation) == .success(first))
    #expect(await other.next(isolation: #isolation) == .success(first))
    for override in [Self.off, Self.on, nil] {
      let stored = try await pair.one.commit(["A": override])
      #expect(await own.next(isolation: #isolation) == .success(stored))
      #expect(await other.next(isolation: #isolation) == .success(stored))
    }
  }

  @Test(arguments: Kind.allCases)
  func `a follower receives the current overrides before the call of follow returns`(
    kind: Kind
  ) async throws {
    let pair = try await Pair(kind)
    let stored = try await pair.one.commit(["A": Self.on])
    let (readings, continuation) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
    // The storage of a team waits for a response at most for one second, which a busy server may exceed.
    let follower: OverridesFollower? =
      if let team = pair.two as? EtcdOverrideStorage {
        team.follow(waitingUpTo: .seconds(60)) { continuation.yield($0) }
      } else {
        pair.two.follow { continuation.yield($0) }
      }
    continuation.finish()
    #expect(follower != nil)
    var found: [StoredOverrides.Reading] = []
    for await reading in readings { found.append(reading) }
    #expect(found == [.success(stored)])
  }
}
