import Files
import FoundationEssentials
import Glibc

/// Finds the process that listens on a TCP port of this machine, from `/proc`.
enum ListeningProcess {
  /// Returns the name and the id of the process, such as `nginx (process 4711)`; `nil` if it belongs to
  /// another user, and on a system without `/proc`.
  static func description(port: UInt16) -> String? {
    let sockets = Set(
      ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
        // Drops the error: a kernel without IPv6 has one table only.
        let table = (try? FileSystem.read(path, limit: 1 << 24)) ?? []
        return Self.sockets(in: String(decoding: table, as: UTF8.self), port: port)
      }
    )
    guard !sockets.isEmpty else { return nil }
    return entries("/proc").compactMap { Int32($0) }.first { process in
      entries("/proc/\(process)/fd").contains { file in
        target(of: "/proc/\(process)/fd/\(file)").map(sockets.contains) ?? false
      }
    }.map { FileSystem.description(ofProcess: $0) }
  }

  /// Returns the names of the sockets that listen on the port, such as `socket:[4242]`.
  ///
  /// - Parameters:
  ///   - table: The content of `/proc/net/tcp`: a header line, and a line for each socket.
  ///   - port: The port.
  /// - Returns: The targets of the links in `/proc/ID/fd` of the process that has the sockets.
  static func sockets(in table: String, port: UInt16) -> [String] {
    let (address, state, inode) = (1, 3, 9)
    let listening = "0A"
    let digits = String(port, radix: 16, uppercase: true)
    let ending = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > inode, fields[state] == listening, fields[address].hasSuffix(ending)
      else { return nil }
      return "socket:[\(fields[inode])]"
    }
  }

  private static func entries(_ folder: String) -> [String] {
    // Drops the error: a process that has ended, or that belongs to another user, has no entries.
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func target(of link: String) -> String? {
    var target = [CChar](repeating: 0, count: 64)
    let count = readlink(link, &target, target.count)
    guard count > 0 else { return nil }
    return String(
      decoding: target.prefix(count).map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
  }
}
