import FoundationEssentials
import Glibc

/// Measures the requests per second of `halyard serve` beside nginx, by `Tools/serve-benchmark`.
struct ServingBenchmark {
  let program: String

  /// The figures that the script writes.
  private struct Results: Decodable {
    let rates: [Rate]
    /// The resident memory of the server before and after a million requests, in MiB.
    let memory: [Double]

    /// One kind of request.
    struct Rate: Decodable {
      let work: String
      let rate: Double
      let nginx: Double
      let latency: Double
    }
  }

  /// Runs the script in the working folder, and prints its figures; nothing if wrk or nginx is
  /// missing.
  func measure(into report: inout Report) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/results.json"
    let words = ["Tools/serve-benchmark", program, file]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin:/usr/sbin"
    guard ProcessRun(words, environment: ["PATH=\(path)"]) != nil else { return }
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let results = try JSONDecoder().decode(Results.self, from: data)
    let rows = results.rates.map { result in
      let nginx = Figure.Peer(name: "nginx", value: result.nginx)
      return Report.Row(
        label: result.work,
        figures: [
          Figure("requests", result.rate, .perSecond, peer: nginx),
          Figure("share of nginx", result.rate / result.nginx, .ratio, .atLeast(0.7)),
          Figure("99 % within", .seconds(result.latency)),
        ]
      )
    }
    report.add("OFREP", rows)
    let memory = zip(["before", "after"], results.memory).map { title, value in
      Figure(title, value * 1_048_576, .bytes)
    }
    report.add("Memory of the server", [Report.Row(label: "1000000 requests", figures: memory)])
  }
}
