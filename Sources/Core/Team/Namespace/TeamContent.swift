import Documents
import FeatureFlags
import Workbench

/// The overrides of a namespace, as far as this program has received them.
///
/// The changes arrive from a watch and in the responses to the program's own commits, in any order. For
/// each key, the change with the highest revision applies.
struct TeamContent: Sendable {
  /// The overrides by feature key, without malformed ones.
  private(set) var overrides: [OverrideKey: Override] = [:]
  /// The revision of the last change of each existing key, including keys with malformed values.
  private var revisions: [OverrideKey: Int64] = [:]
  /// The revision at which a key was deleted, for deleted keys whose older changes can still arrive.
  private var deletions: [OverrideKey: Int64] = [:]
  /// The errors of the malformed values, by the override of the key.
  private var malformed: [OverrideKey: DocumentError] = [:] {
    didSet { activityChangeCount += 1 }
  }
  /// The keys that are skipped: keys that Halyard does not know, with `nil`, and the keys of malformed
  /// members and locks, with the error.
  private var foreignKeys: [[UInt8]: DocumentError?] = [:] {
    didSet { activityChangeCount += 1 }
  }
  /// The programs that follow the namespace, by their identifiers.
  private(set) var members: [String: TeamMember] = [:] {
    didSet { activityChangeCount += 1 }
  }
  /// The locks, by the locked override, which only the owner of the lock may change.
  private(set) var locks: [OverrideKey: FeatureLock] = [:] {
    didSet { activityChangeCount += 1 }
  }
  /// The number of changes of members, locks and skipped keys; callers compare it to detect a change.
  private(set) var activityChangeCount = 0
  /// Whether the content was read from the copy on disk; the first response of etcd replaces it.
  private(set) var isCopy = false
  /// The revision of etcd up to which all changes of locks are included.
  private(set) var lockRevision: Int64 = 0
  /// The revision of etcd up to which all changes are included.
  private(set) var revision: Int64 = 0
  /// The sum of the hashes of all overrides and their revisions; equal sums mean equal content.
  private var checksum: UInt64 = 0

  /// The overrides with an identifier of their content, which is the same for equal content in every
  /// program.
  var stored: StoredOverrides {
    let digits = String(checksum, radix: 16)
    return StoredOverrides(
      revision: OverrideRevision("\(overrides.count)-\(digits)"),
      overrides: overrides
    )
  }

  /// An override with the revision of its last change.
  struct Record {
    let override: Override
    let revision: Int64
  }

  init() {}

  /// Creates the content from a copy on disk, which contains the changes up to the given revision of
  /// etcd.
  init(_ records: [OverrideKey: Record], copiedAt revision: Int64) {
    for (key, record) in records { set(key, record.override, at: record.revision) }
    self.revision = revision
    isCopy = true
  }

  /// The overrides with their revisions.
  var records: [OverrideKey: Record] {
    overrides.reduce(into: [:]) { records, item in
      records[item.key] = Record(override: item.value, revision: modRevision(of: item.key))
    }
  }

  /// Returns the revision of the last change of an override's key; 0 if the key does not exist.
  func modRevision(of key: OverrideKey) -> Int64 {
    revisions[key] ?? 0
  }
}

// MARK: Defects

extension TeamContent {
  /// The keys that are skipped, sorted; at most ``SkippedTeamKey/listLimit``.
  func defects(_ layout: NamespaceLayout) -> [SkippedTeamKey] {
    let own = malformed.prefix(SkippedTeamKey.listLimit).map {
      SkippedTeamKey(key: layout.bytes(of: .override($0)), error: $1)
    }
    let others = foreignKeys.prefix(SkippedTeamKey.listLimit - own.count)
    return (own + others.map { SkippedTeamKey(key: $0, error: $1) }).sorted { $0.key < $1.key }
  }
}

// MARK: Changes

extension TeamContent {
  /// Creates an empty content that continues the change count of the content that it replaces.
  private init(after former: TeamContent) {
    activityChangeCount = former.activityChangeCount
  }

  /// Replaces the content by a snapshot of all followed keys, except for keys that have changed after
  /// the snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: All followed keys of the namespace.
  ///   - known: The revision of the content when the snapshot was requested.
  ///   - layout: The keys of the namespace.
  mutating func replace(
    with snapshot: EtcdSnapshot,
    requestedAt known: Int64,
    _ layout: NamespaceLayout
  ) {
    // Discards the content if the revision is lower than before: the cluster was restored from a backup.
    if isCopy || snapshot.revision < known { self = TeamContent(after: self) }
    if snapshot.revision >= revision { (members, locks, foreignKeys) = ([:], [:], [:]) }
    replaceOverrides(of: revisions.keys, with: snapshot, layout)
    advance(to: snapshot.revision)
  }

  /// Replaces some overrides by those of a snapshot, which a failed transaction has read
  /// together with all locks.
  mutating func replace(
    _ keys: some Sequence<OverrideKey>,
    with snapshot: EtcdSnapshot,
    _ layout: NamespaceLayout
  ) {
    replaceOverrides(of: keys, with: snapshot, layout)
    lockRevision = max(lockRevision, snapshot.revision)
  }

  /// Deletes the given overrides that a snapshot does not contain, and applies the keys
  /// that it contains.
  private mutating func replaceOverrides(
    of keys: some Sequence<OverrideKey>,
    with snapshot: EtcdSnapshot,
    _ layout: NamespaceLayout
  ) {
    let found = Set(snapshot.items.compactMap { layout.override(of: $0.key) })
    for key in keys where !found.contains(key) { delete(key, at: snapshot.revision) }
    put(snapshot, layout)
  }

  /// Applies the changes of a watch.
  mutating func apply(_ message: EtcdWatch.Message, _ layout: NamespaceLayout) {
    for event in message.events {
      guard event.isDeletion else {
        put(event.item, layout)
        continue
      }
      switch layout.key(event.item.key) {
      case .override(let key): delete(key, at: event.item.modRevision)
      case .member(let id): members[id] = nil
      case .lock(let key): locks[key] = nil
      case .history, nil: break
      }
      if foreignKeys[event.item.key] != nil { foreignKeys[event.item.key] = nil }
    }
    advance(to: message.revision)
  }

  /// Applies the changes that a commit of this program has made.
  mutating func apply(_ changes: [OverrideOperation.Change], at revision: Int64) {
    for change in changes {
      if let override = change.to {
        guard revision > knownRevision(of: change.key) else { continue }
        set(change.key, override, at: revision)
      } else {
        delete(change.key, at: revision)
      }
    }
  }

  private mutating func put(_ snapshot: EtcdSnapshot, _ layout: NamespaceLayout) {
    for item in snapshot.items {
      switch layout.key(item.key) {
      case .override(let key):
        // Also applies a lower revision of the key than the known one: the cluster was restored from a
        // backup.
        let known = knownRevision(of: key)
        if known <= snapshot.revision, known != item.modRevision { put(item, of: key) }
      case .lock, .member, .history, nil:
        if snapshot.revision >= lockRevision { put(item, layout) }
      }
    }
  }

  private mutating func put(_ item: EtcdKeyValue, _ layout: NamespaceLayout) {
    if foreignKeys[item.key] != nil { foreignKeys[item.key] = nil }
    do throws(DocumentError) {
      switch layout.key(item.key) {
      case .override(let key):
        if item.modRevision > knownRevision(of: key) { put(item, of: key) }
      case .member(let id):
        members[id] = nil
        members[id] = try TeamMember(id: id, item.value)
      case .lock(let key):
        locks[key] = nil
        locks[key] = try FeatureLock(key, item.value)
      case .history: break
      case nil: foreignKeys.updateValue(nil, forKey: item.key)
      }
    } catch {
      foreignKeys.updateValue(error, forKey: item.key)
    }
  }

  private mutating func put(_ item: EtcdKeyValue, of key: OverrideKey) {
    do throws(DocumentError) {
      set(key, try TeamOverride.read(item.value), at: item.modRevision)
    } catch {
      remove(key)
      revisions[key] = item.modRevision
      malformed[key] = error
    }
  }

  private mutating func set(_ key: OverrideKey, _ override: Override, at revision: Int64) {
    remove(key)
    overrides[key] = override
    revisions[key] = revision
    checksum &+= Self.hash(key, revision)
  }

  private mutating func delete(_ key: OverrideKey, at revision: Int64) {
    guard revision > knownRevision(of: key) else { return }
    remove(key)
    deletions[key] = revision
  }

  /// Removes all information about the key of an override: the override or malformed value, and its
  /// revisions.
  private mutating func remove(_ key: OverrideKey) {
    if overrides[key] != nil, let revision = revisions[key] {
      checksum &-= Self.hash(key, revision)
    }
    overrides[key] = nil
    if malformed[key] != nil { malformed[key] = nil }
    revisions[key] = nil
    deletions[key] = nil
  }

  /// The revision of the last known change of an override's key; 0 for none.
  private func knownRevision(of key: OverrideKey) -> Int64 {
    revisions[key] ?? deletions[key] ?? 0
  }

  private mutating func advance(to newRevision: Int64) {
    revision = max(revision, newRevision)
    lockRevision = max(lockRevision, newRevision)
    // Discards the deletions up to this revision: older changes of their keys cannot arrive any more.
    deletions = deletions.filter { $0.value > revision }
  }

  /// Returns the FNV-1a hash of a key and a revision; unlike `Hasher`, it is the same in every program.
  private static func hash(_ key: OverrideKey, _ revision: Int64) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    key.feature.rawValue.utf8.forEach(add)
    if key.scope != .everyone { key.path.utf8.forEach(add) }
    for shift in stride(from: 0, to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: revision >> shift))
    }
    return hash
  }
}

extension NamespaceLayout {
  /// Returns the override that is stored under a key; `nil` for keys of other kinds.
  fileprivate func override(of bytes: [UInt8]) -> OverrideKey? {
    switch key(bytes) {
    case .override(let key): key
    case .member, .lock, .history, nil: nil
    }
  }
}
