extension RemoteConfigService {
  /// The place of a value: one for each key and type, however many keys share a type.
  struct Slot: Hashable {
    let name: String
    let type: ObjectIdentifier

    init(_ key: any RemoteKey, _ type: any RemoteValue.Type) {
      name = key.name
      self.type = ObjectIdentifier(type)
    }
  }

  /// Someone who follows a value.
  struct Observer: Sendable {
    let send: @Sendable (any RemoteValue) -> Void
    let finish: @Sendable () -> Void
  }

  /// What the service has found so far, and who follows it.
  struct State: Sendable {
    /// The keys of the last `getValues(for:)`.
    var keys: [any RemoteKey] = []
    /// The fetch under way.
    var fetch: Fetch?
    private var entries: [Slot: Entry] = [:]
    /// The keys found missing or incorrect, in the order in which they were.
    private var flaws: [Flaw] = []
    private var lastNumber = 0
    /// How often all values were to be updated.
    private var updatesOfAll = 0
    /// How often single values were to be updated that were not found yet.
    private var updatesOfUnknown: [Slot: Int] = [:]

    private struct Entry {
      let key: any RemoteKey
      let type: any RemoteValue.Type
      var value: any RemoteValue
      /// The update that set the value.
      var turn = 0
      var observers: [Int: Observer] = [:]
    }

    private struct Flaw {
      let slot: Slot
      let key: any RemoteKey
      /// The text that is none of the type; `nil` where there is none at all.
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

  var observers: [Service.Observer] { entries.values.flatMap(\.observers.values) }

  /// A number that was not given before.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func value(in slot: Service.Slot) -> (any RemoteValue)? { entries[slot]?.value }

  /// How often a value was to be updated before there was one.
  func updates(of slot: Service.Slot) -> Int { updatesOfAll + updatesOfUnknown[slot, default: 0] }

  /// Keeps a value, unless there is one already, or it was to be updated while it was being found.
  ///
  /// - Parameters:
  ///   - found: The value.
  ///   - key: Its key.
  ///   - slot: Its place.
  ///   - updates: How often it was to be updated before it was looked for.
  /// - Returns: Whether the value is kept.
  mutating func insertFirst<Value>(
    _ found: Service.Found<Value>,
    for key: any RemoteKey,
    in slot: Service.Slot,
    after updates: Int
  ) -> Bool {
    guard entries[slot] == nil, updates == self.updates(of: slot) else { return false }
    entries[slot] = Entry(key: key, type: Value.self, value: found.value)
    updatesOfUnknown[slot] = nil
    note(found.origin, of: key, in: slot)
    return true
  }

  /// Begins an update of all that was found, which whoever is finding a value now takes note of.
  mutating func beginUpdates() -> [(any RemoteKey, any RemoteValue.Type)] {
    updatesOfAll += 1
    return entries.values.map { ($0.key, $0.type) }
  }

  /// Gives an update its turn; `nil` if there is nothing to update yet, which whoever is finding the
  /// value now takes note of.
  mutating func beginUpdate(of slot: Service.Slot) -> Int? {
    guard entries[slot] == nil else { return nextNumber() }
    updatesOfUnknown[slot, default: 0] += 1
    return nil
  }

  /// Puts a value in the place of an earlier one, unless a later update was quicker.
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
    note(found.origin, of: key, in: slot)
    entries[slot]?.observers.values.forEach { $0.send(found.value) }
  }

  private mutating func note(
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

  /// Sends the value to an observer, now and whenever it changes.
  ///
  /// - Returns: The number by which the observation is ended.
  mutating func observe(_ slot: Service.Slot, with observer: Service.Observer) -> Int {
    let number = nextNumber()
    entries[slot]?.observers[number] = observer
    if let value = entries[slot]?.value { observer.send(value) }
    return number
  }

  mutating func endObservation(_ number: Int, of slot: Service.Slot) {
    entries[slot]?.observers[number] = nil
  }
}
