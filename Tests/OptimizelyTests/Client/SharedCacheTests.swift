import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely

/// Two programs that start at once with the same folders.
struct SharedCacheTests {
  @Test func `programs that start at once all get a whole datafile`() throws {
    let folder = try TemporaryFolder()
    let count = Locked(0)
    // Each answer is another document, and some fail, so that the cache is both written and read;
    // the first ones do not, because there is nothing to read yet.
    let server = try LocalServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number > 3 && number % 3 == 2
        ? .text("", status: 500)
        : .text(SmallDatafile.revision("\(number)"), headers: [("Last-Modified", "\(number)")])
    }
    let probes = try (0..<3).map { number in
      try ProbeProcess(
        ["start", folder.path, server.url("/%@.json")],
        of: "event-probe",
        output: folder.path(of: "output-\(number)")
      )
    }
    for probe in probes { #expect(probe.wait() == .exited(0)) }
    var origins: [Substring: Int] = [:]
    for number in 0..<3 {
      let text = try String(contentsOfFile: folder.path(of: "output-\(number)"), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        origins[words[0], default: 0] += 1
        #expect(Int(words[1]) != nil)
      }
    }
    #expect(origins["remote"] == 51)
    #expect(origins["cache"] == 24)
  }

  @Test func `what another program keeps while the server fails is found`() async throws {
    let projects = Locked<TestProject?>(nil)
    let server = try LocalServer { _ in
      // It stands for the other program, whose request was answered.
      try? projects.withLock { try $0?.keep(SmallDatafile.revision("kept meanwhile")) }
      return .text("", status: 500)
    }
    let project = try TestProject(server)
    projects.withLock { $0 = project }
    let client = project.client()
    try await client.start()
    #expect(client.loaded?.origin == .cache)
    #expect(client.loaded?.datafile.revision == "kept meanwhile")
  }
}
