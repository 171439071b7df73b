import TestSupport
import Testing

@testable import Connectivity

struct NetlinkTests {
  @Test func `the interface snapshot of this machine contains the loopback interface`() throws {
    let snapshot = InterfaceSnapshot.current()
    let loopback = try #require(snapshot.interfaces.first { $0.kind == .loopback })
    #expect(loopback.name == "lo")
    #expect(loopback.index > 0)
    #expect(snapshot.current?.kind != .loopback)
    if let current = snapshot.current {
      #expect(snapshot.interfaces.contains(current))
      #expect(current.isUp)
    }
  }

  @Test(
    arguments: [
      ("eth0", 1, nil, false, .ethernet), ("veth1", 1, "veth", false, .ethernet),
      ("br0", 1, "bridge", false, .ethernet), ("wlan0", 1, nil, true, .wifi),
      ("wwan0", 1, nil, false, .cellular), ("wwp0s20", 65_534, nil, false, .cellular),
      ("rmnet_data0", 519, nil, false, .cellular), ("ppp0", 512, "ppp", false, .cellular),
      ("tun0", 65_534, "tun", false, .other), ("tap0", 1, "tun", false, .other),
      ("wg0", 65_534, "wireguard", false, .other), ("dummy0", 1, "dummy", false, .other),
      ("can0", 280, nil, false, .other),
    ] as [(String, Int32, String?, Bool, ConnectivityInterface)]
  )
  func `the kind of an interface is derived from its name, hardware and driver`(
    name: String,
    hardware: Int32,
    driver: String?,
    isWireless: Bool,
    kind: ConnectivityInterface
  ) {
    let found = NetworkInterface.kind(
      name: name,
      hardware: hardware,
      driver: driver,
      isWireless: isWireless
    )
    #expect(found == kind)
  }

  @Test func `a malformed message is dropped, and no byte past its end is read`() throws {
    let socket = try #require(NetlinkSocket())
    let links = try #require(socket.table(18, fixedSize: 16))
    #expect(!links.isEmpty)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      guard let link = links.randomElement(using: &generator) else { continue }
      var payload = Array(link.payload)
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<payload.count, using: &generator)
        payload[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let cut = payload.prefix(Int.random(in: 0...payload.count, using: &generator))
      let messages = [16, 20, 24].map { NetlinkMessage(type: $0, payload: cut) }
      let snapshot = InterfaceSnapshot(
        links: messages,
        routes: messages,
        addresses: messages,
        isWireless: { _ in false }
      )
      #expect(snapshot.interfaces.count <= 1)
      #expect(NetlinkMessage.messages(in: cut).count <= cut.count / 16)
    }
  }

  @Test func `a monitor reports the initial snapshot, and its stream ends when it is released`()
    async throws
  {
    let (stream, continuation) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
    do {
      let monitor = InterfaceMonitor { continuation.yield($0) }
      try #require(monitor != nil)
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next()?.interfaces.isEmpty == false)
      withExtendedLifetime(monitor) {}
    }
    continuation.finish()
  }
}
