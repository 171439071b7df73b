import Locking

extension RemoteConfigService {
  /// Identifies a value by the name of its key and its type.
  struct Slot: Hashable {
    let name: String
    let type: ObjectIdentifier

    init(_ key: any RemoteKey, _ type: any RemoteValue.Type) {
      name = key.name
      self.type = ObjectIdentifier(type)
    }
  }

  /// The resolved values of a service, with the publishers of their updates and their problems.
  struct State: Sendable {
    /// The keys that were passed to the last ``RemoteConfigService/getValues(for:)``.
    var keys: [any RemoteKey] = []
    /// The fetch that is in progress; `nil` for none.
    var fetch: Fetch?
    private var entries: [Slot: Entry] = [:]
    /// The keys with a missing or invalid remote value, in the order of detection.
    private var flaws: [Flaw] = []
    private var lastNumber = 0
    /// Counts the updates of all values, to detect an update during a look-up.
    private var updatesOfAll = 0
    /// Counts the updates of each value that was not resolved yet, to detect an update during a
    /// look-up.
    private var updatesOfUnknown: [Slot: Int] = [:]

    private struct Entry {
      let key: any RemoteKey
      let type: any RemoteValue.Type
      var value: any RemoteValue
      /// The number of the update that set the value; 0 if the first look-up set it.
      var turn = 0
      /// Publishes the updates; `nil` until a consumer requests them.
      var updates: Publisher<any RemoteValue>?
    }

    private struct Flaw {
      let slot: Slot
      let key: any RemoteKey
      /// The remote string, which is not valid for the type; `nil` if the key has no remote string.
      let text: String?
    }
  }
}

extension RemoteConfigService.State {
  typealias Service = RemoteConfigService

  var missing: [any RemoteKey] { flaws.filter { $0.text == nil }.map(\.key) }

  var incorrect: [(key: any RemoteKey, value: String)] {
    flaws.compactMap { flaw in flaw.text.map { (key: flaw.key, value: $0) } }
  }

  /// Returns a unique number for a caller or an update, in increasing order.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func value(in slot: Service.Slot) -> (any RemoteValue)? { entries[slot]?.value }

  /// Returns the number of updates of a value before its first resolution.
  func updates(of slot: Service.Slot) -> Int { updatesOfAll + updatesOfUnknown[slot, default: 0] }

  /// Stores the result of a look-up, unless another thread has stored a value or begun an update
  /// since the look-up began.
  ///
  /// - Parameters:
  ///   - found: The result of the look-up.
  ///   - key: The key of the value.
  ///   - slot: The name of the key and the type of the value.
  ///   - updates: The number of updates at the start of the look-up, from ``updates(of:)``.
  /// - Returns: Whether the value was stored; if not, the caller repeats the look-up.
  mutating func insertFirst<Value>(
    _ found: Service.Found<Value>,
    for key: any RemoteKey,
    in slot: Service.Slot,
    after updates: Int
  ) -> Bool {
    guard entries[slot] == nil, updates == self.updates(of: slot) else { return false }
    entries[slot] = Entry(key: key, type: Value.self, value: found.value)
    updatesOfUnknown[slot] = nil
    record(found.origin, of: key, in: slot)
    return true
  }

  /// Begins an update of all resolved values, and returns their keys and types; look-ups in
  /// progress are repeated.
  mutating func beginUpdates() -> [(any RemoteKey, any RemoteValue.Type)] {
    updatesOfAll += 1
    return entries.values.map { ($0.key, $0.type) }
  }

  /// Begins an update of one value; a look-up in progress is repeated.
  ///
  /// - Returns: The number of the update; `nil` if the value is not resolved yet.
  mutating func beginUpdate(of slot: Service.Slot) -> Int? {
    guard entries[slot] == nil else { return nextNumber() }
    updatesOfUnknown[slot, default: 0] += 1
    return nil
  }

  /// Replaces a value and publishes it, unless a later update has already replaced the value.
  mutating func replace<Value>(
    with found: Service.Found<Value>,
    for key: any RemoteKey,
    in slot: Service.Slot,
    turn: Int
  ) {
    guard let last = entries[slot]?.turn, last < turn else { return }
    entries[slot]?.turn = turn
    entries[slot]?.value = found.value
    flaws.removeAll { $0.slot == slot }
    record(found.origin, of: key, in: slot)
    entries[slot]?.updates?.publish(found.value)
  }

  private mutating func record(
    _ origin: Service.FoundOrigin,
    of key: any RemoteKey,
    in slot: Service.Slot
  ) {
    switch origin {
    case .set: break
    case .missing: flaws.append(Flaw(slot: slot, key: key, text: nil))
    case .incorrect(let text): flaws.append(Flaw(slot: slot, key: key, text: text))
    }
  }

  /// Returns a stream of a value, followed by its updates; it buffers only the newest one.
  mutating func updates<Value: RemoteValue>(in slot: Service.Slot) -> AsyncStream<Value> {
    let publisher = entries[slot]?.updates ?? Publisher()
    entries[slot]?.updates = publisher
    return publisher.stream(buffering: .bufferingNewest(1), startingWith: value(in: slot)) {
      $0 as? Value
    }
  }
}
