import Locking
import Testing

struct PublisherTests {
  @Test func `observers receive each element in the order of their registration`() {
    let publisher = Publisher<Int>()
    let received = Locked<[String]>([])
    publisher.observe { element in received.withLock { $0.append("a\(element)") } }
    publisher.observe { element in received.withLock { $0.append("b\(element)") } }
    publisher.publish(1)
    publisher.publish(2)
    #expect(received.withLock { $0 } == ["a1", "b1", "a2", "b2"])
  }

  @Test func `an element is not delivered to a removed or an excluded observer`() {
    let publisher = Publisher<Int>()
    let received = Locked<[String]>([])
    let first = publisher.observe { element in received.withLock { $0.append("a\(element)") } }
    let second = publisher.observe { element in received.withLock { $0.append("b\(element)") } }
    publisher.publish(1, except: first)
    publisher.remove(second)
    publisher.publish(2)
    #expect(received.withLock { $0 } == ["b1", "a2"])
    publisher.remove(first)
    #expect(publisher.isEmpty)
  }

  @Test func `an observer that removes itself receives one element`() {
    let publisher = Publisher<Int>()
    let number = Locked(0)
    let received = Locked<[Int]>([])
    let observer = publisher.observe { [weak publisher] element in
      received.withLock { $0.append(element) }
      publisher?.remove(number.withLock { $0 })
    }
    number.withLock { $0 = observer }
    publisher.publish(1)
    publisher.publish(2)
    #expect(received.withLock { $0 } == [1])
  }

  @Test
  func `a stream has its first element, then converted elements, and ends with the publisher`()
    async
  {
    var publisher: Publisher<Int>? = Publisher()
    let stream = publisher?.stream(startingWith: 1) { $0.isMultiple(of: 2) ? nil : "\($0)" }
    for number in 2...5 { publisher?.publish(number) }
    publisher = nil
    var received: [String] = []
    for await text in stream ?? AsyncStream(unfolding: { nil }) { received.append(text) }
    #expect(received == ["1", "3", "5"])
  }

  @Test func `a publisher removes a stream whose consumer has stopped reading`() async {
    let publisher = Publisher<Int>()
    do {
      let stream = publisher.stream { $0 }
      #expect(!publisher.isEmpty)
      _ = stream
    }
    #expect(publisher.isEmpty)
  }
}
