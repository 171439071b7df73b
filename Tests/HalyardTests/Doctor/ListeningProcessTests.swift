import Testing

@testable import halyard

/// Tests the search for the process that listens on a port.
struct ListeningProcessTests {
  private static let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:1F50 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1
       1: 0100007F:1F50 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 4243 1
       2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4244 1
    """

  @Test(
    arguments: [
      (8_016, ["socket:[4242]"]), (80, ["socket:[4244]"]), (40_000, []),
    ] as [(UInt16, [String])]
  )
  func `a search by port finds only sockets that listen on the port, not its connections`(
    port: UInt16,
    sockets: [String]
  ) {
    #expect(ListeningProcess.sockets(in: Self.table, port: port) == sockets)
  }
}
