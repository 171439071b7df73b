import FlagSystem
import HTTPServer

/// The open event streams by their topics, and the topics whose events have yet to be evaluated.
struct EventGroups: Sendable {
  /// The open streams with the same events.
  private struct Group {
    let topic: EventStreamTopic
    let content: EventBroadcaster.Content
    var streams: [Int: Stream] = [:]
    var isQueued = false

    /// The streams that have got their first event.
    var ready: [ResponseStream] { streams.values.filter(\.isReady).compactMap(\.body) }
  }

  private struct Stream {
    /// Not retained, so that a stream whose response is never sent ends.
    weak var body: ResponseStream?
    let group: Int
    var isReady = false
    /// Whether a change was published before the stream was ready.
    var hasMissed = false
  }

  /// An event that is to be created for the streams of a group.
  struct Event: Sendable {
    let group: Int
    /// The number and the time of the change.
    let number: Int
    let modified: Int64
    /// Whether the event has no document, so that it is created at once.
    let isSignal: Bool
    let content: EventBroadcaster.Content
    let streams: [ResponseStream]
  }

  private var groups: [Int: Group] = [:]
  private var numbers: [EventStreamTopic: Int] = [:]
  /// The number of the group of each stream, by the number of the stream.
  private var owners: [Int: Int] = [:]
  /// The numbers of the groups whose events have yet to be evaluated, without those of removed groups.
  private var queued: [Int] = []
  private var nextNumber = 0
  /// The sizes of the contexts of all groups in bytes.
  private var contextSize = 0
  /// The number and the time of the last change.
  private var last = (number: 0, modified: Int64(0))
  /// The task that sends heartbeats; `nil` without open streams, so that an idle server never wakes up.
  var heartbeat: Task<Void, Never>?

  /// All open streams.
  var streams: [ResponseStream] { groups.values.flatMap { $0.streams.values.compactMap(\.body) } }

  var streamCount: Int { owners.count }

  /// Adds a stream, which gets events once it is ready.
  ///
  /// - Returns: The number of the stream; `nil` if its context would exceed the limit of all contexts.
  mutating func add(
    _ stream: ResponseStream,
    to topic: EventStreamTopic,
    content: @escaping EventBroadcaster.Content
  ) -> Int? {
    let size = topic.contextSize ?? 0
    let known = numbers[topic]
    if known == nil {
      guard contextSize + size <= EventBroadcaster.contextLimit else { return nil }
      contextSize += size
    }
    let group = known ?? nextNumber
    if known == nil {
      numbers[topic] = group
      groups[group] = Group(topic: topic, content: content)
      nextNumber += 1
    }
    let number = nextNumber
    nextNumber += 1
    groups[group]?.streams[number] = Stream(body: stream, group: group)
    owners[number] = group
    return number
  }

  /// Marks a stream as ready for events.
  ///
  /// - Parameter number: The number of the stream.
  /// - Returns: `false` if an event was sent while the initial event of the stream was created: the initial
  ///   event is then outdated, and has to be created again.
  mutating func makeReady(_ number: Int) -> Bool {
    guard let group = owners[number], let stream = groups[group]?.streams[number] else {
      return true
    }
    groups[group]?.streams[number]?.isReady = !stream.hasMissed
    groups[group]?.streams[number]?.hasMissed = false
    return !stream.hasMissed
  }

  /// Removes a stream, and its group if no other stream has the topic.
  mutating func remove(_ number: Int) {
    guard let group = owners.removeValue(forKey: number) else { return }
    groups[group]?.streams[number] = nil
    guard let empty = groups[group], empty.streams.isEmpty else { return }
    groups[group] = nil
    numbers[empty.topic] = nil
    contextSize -= empty.topic.contextSize ?? 0
    guard groups.isEmpty else { return }
    heartbeat?.cancel()
    heartbeat = nil
  }

  /// Records a change, and returns the events that can be sent at once.
  ///
  /// - Returns: The number of the change, and the events that need no evaluation, those without a document
  ///   first; the groups with other events are queued.
  mutating func change(_ modified: Int64) -> (number: Int, events: [Event]) {
    last = (last.number + 1, modified)
    var events: [Event] = []
    for (number, group) in groups {
      for (stream, entry) in group.streams where !entry.isReady {
        groups[number]?.streams[stream]?.hasMissed = true
      }
      if group.topic.contextSize == nil {
        events.append(event(of: number, group))
      } else {
        queue(number)
      }
    }
    return (last.number, events.filter(\.isSignal) + events.filter { !$0.isSignal })
  }

  /// Queues a group, unless it is queued already; when its turn comes, it gets only the event of the
  /// newest change.
  mutating func queue(_ number: Int) {
    guard groups[number]?.isQueued == false else { return }
    groups[number]?.isQueued = true
    queued.append(number)
  }

  /// Removes the group that has waited longest from the queue, and returns its event.
  mutating func nextQueued() -> Event? {
    while !queued.isEmpty {
      let number = queued.removeFirst()
      guard var group = groups[number] else { continue }
      group.isQueued = false
      groups[number] = group
      return event(of: number, group)
    }
    return nil
  }

  /// Whether a group has open streams.
  func isOpen(_ group: Int) -> Bool { groups[group] != nil }

  private func event(of number: Int, _ group: Group) -> Event {
    Event(
      group: number,
      number: last.number,
      modified: last.modified,
      isSignal: group.topic.isSignal,
      content: group.content,
      streams: group.ready
    )
  }
}
