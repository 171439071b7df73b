import Documents
import FeatureFlags

/// The overrides of a space, as far as this program has received them.
///
/// The changes arrive in two ways, in any order: from a watch, and in the responses of the program's
/// own commits. The change of a key with the highest revision is used.
struct TeamContent: Sendable {
  /// The overrides by feature name, without malformed ones.
  private(set) var overrides: [FeatureName: Override] = [:]
  /// The revision of the last change of each existing key, including those with defects.
  private var revisions: [FeatureName: Int64] = [:]
  /// The revision of the deletion of keys of which an older change may still arrive.
  private var deletions: [FeatureName: Int64] = [:]
  /// The keys whose values cannot be used, with the reason.
  private(set) var defects: [FeatureName: DocumentError] = [:]
  /// The programs that follow the space, by their identifiers.
  private(set) var members: [String: TeamMember] = [:] {
    didSet { memberChangeCount += 1 }
  }
  /// The number of changes of the members, which shows without a comparison whether there was one.
  private(set) var memberChangeCount = 0
  /// The revision of etcd up to which all changes are included.
  private(set) var revision: Int64 = 0
  /// The sum of a hash of each override with its revision, which identifies the content.
  private var checksum: UInt64 = 0

  /// The overrides with the identifier of their content, which is the same in every program.
  var stored: StoredOverrides {
    let digits = String(checksum, radix: 16)
    return StoredOverrides(
      revision: OverrideRevision("\(overrides.count)-\(digits)"),
      overrides: overrides
    )
  }

  /// Returns the revision of the last change of a feature's key; 0 if the key does not exist.
  func modRevision(of name: FeatureName) -> Int64 {
    revisions[name] ?? 0
  }
}

// MARK: Changes

extension TeamContent {
  /// Replaces the content by all followed keys of the space, except overrides that have changed since
  /// the snapshot.
  mutating func replace(with snapshot: EtcdSnapshot, _ layout: SpaceLayout) {
    members = [:]
    let found = Set(snapshot.items.compactMap { layout.feature(of: $0.key) })
    for name in revisions.keys where !found.contains(name) {
      delete(name, at: snapshot.revision)
    }
    for item in snapshot.items { put(item, layout) }
    advance(to: snapshot.revision)
  }

  /// Replaces some features by those of a snapshot, which a transaction has read.
  mutating func replace(
    _ names: some Sequence<FeatureName>,
    with snapshot: EtcdSnapshot,
    _ layout: SpaceLayout
  ) {
    let found = Set(snapshot.items.compactMap { layout.feature(of: $0.key) })
    for name in names where !found.contains(name) { delete(name, at: snapshot.revision) }
    for item in snapshot.items { put(item, layout) }
  }

  /// Applies the changes of a watch.
  mutating func apply(_ message: EtcdWatch.Message, _ layout: SpaceLayout) {
    for event in message.events {
      guard event.isDeletion else {
        put(event.item, layout)
        continue
      }
      switch layout.key(event.item.key) {
      case .override(let name): delete(name, at: event.item.modRevision)
      case .member(let id): members[id] = nil
      case .history, nil: break
      }
    }
    advance(to: message.revision)
  }

  /// Applies the changes of a commit of this program.
  mutating func apply(_ changes: [HistoryChange], at revision: Int64) {
    for change in changes {
      if let override = change.to {
        set(change.feature, override, at: revision)
      } else {
        delete(change.feature, at: revision)
      }
    }
  }

  private mutating func put(_ item: EtcdKeyValue, _ layout: SpaceLayout) {
    switch layout.key(item.key) {
    case .override(let name): put(item, of: name)
    // Drops the error: a malformed member is not one of Halyard.
    case .member(let id): members[id] = try? TeamMember(id: id, item.value)
    case .history, nil: break
    }
  }

  private mutating func put(_ item: EtcdKeyValue, of name: FeatureName) {
    guard isNew(item.modRevision, of: name) else { return }
    do throws(DocumentError) {
      set(name, try TeamOverride.read(item.value), at: item.modRevision)
    } catch {
      remove(name)
      revisions[name] = item.modRevision
      defects[name] = error
    }
  }

  private mutating func set(_ name: FeatureName, _ override: Override, at revision: Int64) {
    guard isNew(revision, of: name) else { return }
    remove(name)
    overrides[name] = override
    revisions[name] = revision
    checksum &+= Self.hash(name, revision)
  }

  private mutating func delete(_ name: FeatureName, at revision: Int64) {
    guard isNew(revision, of: name) else { return }
    remove(name)
    deletions[name] = revision
  }

  /// Removes the override or the defect of a feature, with its revision.
  private mutating func remove(_ name: FeatureName) {
    if overrides[name] != nil, let revision = revisions[name] {
      checksum &-= Self.hash(name, revision)
    }
    overrides[name] = nil
    defects[name] = nil
    revisions[name] = nil
    deletions[name] = nil
  }

  private func isNew(_ revision: Int64, of name: FeatureName) -> Bool {
    revision > revisions[name] ?? deletions[name] ?? 0
  }

  private mutating func advance(to newRevision: Int64) {
    revision = max(revision, newRevision)
    // No change up to this revision can arrive any more.
    deletions = deletions.filter { $0.value > revision }
  }

  /// The FNV-1a hash of the bytes of a name and a revision, the same in every program.
  private static func hash(_ name: FeatureName, _ revision: Int64) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    name.rawValue.utf8.forEach(add)
    for shift in stride(from: 0, to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: revision >> shift))
    }
    return hash
  }
}

extension SpaceLayout {
  /// Returns the feature whose override a key has; `nil` for other keys.
  fileprivate func feature(of bytes: [UInt8]) -> FeatureName? {
    switch key(bytes) {
    case .override(let name): name
    case .member, .history, nil: nil
    }
  }
}
