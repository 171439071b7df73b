import Documents
import FeatureFlags
import Foundation
import Frame
import HTTPServer
import Team
import Testing

@testable import AscendEngine
@testable import AscendExperiments
@testable import Dashboard
@testable import Networking
@testable import OFREP
@testable import Serving
@testable import halyard

/// An option, a setting or a text field from which the program parses a number, a date or a duration.
struct NumberField: Sendable, CustomTestStringConvertible {
  let name: String
  /// The accepted texts: those among ``texts``, and the texts at the bounds of the field.
  let accepted: Set<String>
  /// More texts that the field must reject, such as numbers just beyond its bounds.
  let refused: [String]
  let accepts: @Sendable (String) -> Bool

  init(
    _ name: String,
    accepts accepted: [String],
    refuses refused: [String] = [],
    _ parse: @escaping @Sendable (String) -> Bool
  ) {
    self.name = name
    self.accepted = Set(accepted)
    self.refused = refused
    accepts = parse
  }

  var testDescription: String { name }

  /// Texts for all fields, which must cause no trap (a crash of the program): negative numbers, numbers
  /// at and beyond the bounds of the integer types and of `Double`, and texts that are no numbers.
  static let texts = [
    "", " ", "x", "-", "-1", "0", "1", "1.5", "0.0000001", "nan", "inf", "-inf", "1e400", "-1e400",
    "1e9", "٣", "1_0", "2147483648", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    String(repeating: "9", count: 400),
  ]

  /// The texts that are finite numbers, as `Double` and JSON accept them.
  private static let numbers = [
    "-1", "0", "1", "1.5", "0.0000001", "1e9", "2147483648", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616",
  ]
  /// The texts that are valid numbers in JSON, but beyond the bounds of `Double`.
  private static let infiniteNumbers = ["1e400", "-1e400", String(repeating: "9", count: 400)]

  static let all = options + settings + lines + headers + requests
}

// MARK: Options and settings

extension NumberField {
  private static let options: [NumberField] =
    [
      duration("--for", ["enable", "New Cart"]), duration("--timeout", ["list"]),
      duration("--poll", ["list"]), duration("--poll of watch", ["watch"]),
    ] + [
      NumberField(
        "--until",
        accepts: ["23:59:59", "0:00", "9999-12-31", "9999-12-31 23:59", "9999-12-31T23:59:59Z"],
        refuses: days + ["1970-01-01", "0000-01-01"]
      ) { parses(["enable", "New Cart", "--until=" + $0]) },
      NumberField(
        "--since",
        accepts: [
          "1", "1.5", "1ms", "100000d", "23:59:59", "0:00", "0000-01-01", "9999-12-31",
          "1970-01-01", "1970-01-01T00:00:00Z",
        ],
        refuses: days + ["100000.1d", "0.9ms"]
      ) { parses(["history", "--since=" + $0]) },
      NumberField(
        "--threshold",
        accepts: ["0", "1", "1.5", "0.0000001", "100"],
        refuses: ["-0.1", "100.1"]
      ) { parses(["connectivity", "--threshold=" + $0]) },
      NumberField(
        "--users",
        accepts: ["1", "1_0", "1000000000"],
        refuses: ["1000000001"]
      ) { parses(["simulate", "--users=" + $0]) },
      NumberField("--seed", accepts: ["0", "1", "1_0", "2147483648", "9223372036854775807"]) {
        parses(["simulate", "--seed=" + $0])
      },
      NumberField("the columns of --size", accepts: ["1", "1000"], refuses: ["1001"]) {
        parses(["snapshot", "--output=-", "--size=\($0)x24"])
      },
      NumberField("the rows of --size", accepts: ["1", "1000"], refuses: ["1001"]) {
        parses(["snapshot", "--output=-", "--size=80x\($0)"])
      },
      NumberField("the port of --listen", accepts: ["0", "1", "65535"], refuses: ["65536", "+1"]) {
        (try? ListenAddress("127.0.0.1:" + $0)) != nil
      },
      NumberField("the port of --team", accepts: ["1", "65535"], refuses: ["65536"]) {
        (try? TeamAddress("etcd://build-1:\($0)/qa")) != nil
      },
      NumberField(
        "an integer of --variable",
        accepts: ["-1", "0", "1", "2147483648", "9223372036854775807", "-9223372036854775808"]
      ) { VariableValue($0, as: .integer) != nil },
      NumberField(
        "a number of --variable",
        accepts: numbers
      ) { VariableValue($0, as: .double) != nil },
      NumberField(
        "a number of --attributes",
        accepts: numbers + infiniteNumbers + ["null"],
        refuses: ["[", "{"]
      ) { parses(["list", "--attributes={\"age\":\($0)}"]) },
    ]

  private static let settings: [NumberField] = [
    NumberField(
      "the setting poll",
      accepts: ["1", "1.5", "1ms", "100000d"],
      refuses: ["0.9ms", "100000.1d"]
    ) { text in
      let reader = try? SettingsReader(JSONReader.read(Array("{\"poll\":\"\(text)\"}".utf8)))
      return reader?.settings.poll != nil
    }
  ]

  /// Days that do not exist, or have too many digits.
  private static let days = [
    "24:00", "23:60", "23:59:60", "9223372036854775807:00", "-1:00", "2026-00-01", "2026-13-01",
    "2026-99999999999-01", "2026-9223372036854775807-01", "2026-01-00", "2026-01-32",
    "2026-01-99999999999", "2026-01-18446744073709551616", "10000-01-01", "-001-01-01",
    "99999999999999999999-01-01T00:00:00Z", "2026-99999999999-01T00:00:00Z",
    "2026-01-01T99999999999:00:00Z", "2026-01-01T00:00:00+99999999999:00",
  ]

  private static func duration(_ flag: String, _ command: [String]) -> NumberField {
    let option = String(flag.prefix { $0 != " " })
    return NumberField(
      flag,
      accepts: ["1", "1.5", "1ms", "0.001", "100000d", "1h30m"],
      refuses: [
        "0ms", "0.9ms", "0.0000001ms", "100000.1d", "100001d", "99999999999d", "1e9s",
        "9223372036854775808ms", "1h30", "-1s",
      ]
    ) { parses(command + ["\(option)=\($0)"]) }
  }

  private static func parses(_ words: [String]) -> Bool {
    (try? Arguments.command(words)) != nil
  }
}

// MARK: Lines and dialogs

extension NumberField {
  private static let lines: [NumberField] = [
    NumberField("a number as a line", accepts: ["1", "2"], refuses: ["3"]) { text in
      Int(text) != nil && !response(to: text).contains("There is no feature ")
    },
    NumberField(
      "list with a number",
      accepts: ["-1", "0", "1", "2", "-9223372036854775808", "-9223372036854775809"]
    ) { response(to: "list " + $0).contains("\n2 Second, ") && !$0.allSatisfy(\.isWhitespace) },
    NumberField("a number in the dialog user", accepts: ["1", "5"], refuses: ["6"]) { text in
      let response = response(to: text, after: ["user"])
      return Int(text) != nil && !response.contains("There is no line")
    },
    NumberField(
      "a lifetime in the dialog",
      accepts: ["1d", "100000d", "00:00", "23:59", "1h30m"],
      refuses: ["24:00", "23:60", "100001d", "999999999d", "9223372036854775808s", "0s"]
    ) { TimeText.end($0, now: Date(timeIntervalSince1970: 0), clock) != nil },
    NumberField(
      "a typed bias",
      accepts: ["0", "1", "1.5", "100", "33.3333"],
      refuses: ["100.1", "101", "-0", "33.33333"]
    ) { text in
      let biases = [50, 50].map(Percentage.init(rawValue:))
      var draft = BiasDraft(Feature(name: "A", testVariations: ["B", "C"], testBiases: biases))
      for character in text { draft?.type(character, for: 0) }
      return draft?.typed == text && draft?.biases[0] == Double(text)
    },
  ]

  private static let clock = WallClock(start: Date(timeIntervalSince1970: 0)) { _ in
    LocalTime(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0)
  }

  /// The response of plain mode to a line.
  private static func response(to line: String, after lines: [String] = []) -> String {
    var state = DashboardState(
      size: Size(columns: 80, rows: 24),
      theme: .terminal,
      context: DashboardContext(source: "a.json", workspace: "w", version: "1", wallClock: clock)
    )
    state.startPlainMode()
    let features = [Feature(name: "New Cart"), Feature(name: "Second")]
    let user = UserFields(key: "u42", attributes: "", segments: "", profile: "")
    let source = LoadedSource(features: features, origin: .file, userFields: user)
    _ = state.update(.loaded(source), now: .zero)
    for line in lines { _ = state.update(.line(line), now: .zero) }
    _ = state.removeLines()
    _ = state.update(.line(line), now: .zero)
    return state.removeLines().map(\.text).joined(separator: "\n")
  }
}

// MARK: Headers and requests

extension NumberField {
  private static let headers: [NumberField] = [
    NumberField(
      "Retry-After",
      accepts: [
        "0", "1", "2147483648", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", String(repeating: "9", count: 400),
        "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:60 GMT",
      ],
      refuses: [
        "Fri, 32 Dec 9999 23:59:59 GMT", "Fri, 31 Dec 10000 23:59:59 GMT",
        "Fri, 31 Dec 9999 99999999999:59:59 GMT",
      ]
    ) { text in
      let delays = [Int64.min, 0, .max].compactMap { RetryAfter(text)?.delay(at: $0) }
      return delays.count == 3 && delays.allSatisfy { (.zero ... .seconds(3_600)).contains($0) }
    },
    NumberField(
      "max-age of Cache-Control",
      accepts: [
        "1", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", String(repeating: "9", count: 400),
      ]
    ) { text in
      let policy = CachePolicy(
        HTTPHeaders([HTTPHeaders.Field(name: "Cache-Control", value: "max-age=" + text)])
      )
      return policy.freshness > .zero && policy.freshness <= .seconds(3_600)
    },
    NumberField(
      "the retry delay of an event stream",
      accepts: [
        "0", "1", "2147483648", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", String(repeating: "9", count: 400),
      ]
    ) { text in
      var parser = ServerSentEventParser()
      _ = parser.parse("retry:" + text)
      return parser.retryDelay.map { $0 <= .seconds(3_600) } ?? false
    },
    NumberField("Max-Age of an Ascend server", accepts: numbers) { text in
      var window = RefreshWindow()
      let headers = HTTPHeaders([HTTPHeaders.Field(name: "Max-Age", value: text)])
      window.recordContact(headers, at: 0)
      return window.length == Double(text)
    },
    NumberField(
      "Last-Modified of an Ascend server",
      accepts: ["-1", "0", "1", "2147483648", "9223372036854775807", "-9223372036854775808"]
    ) { text in
      var window = RefreshWindow()
      let headers = HTTPHeaders([HTTPHeaders.Field(name: "Last-Modified", value: text)])
      window.recordResponse(headers, to: [], at: 0)
      return window.lastModified != nil
    },
  ]

  private static let requests: [NumberField] = [
    NumberField(
      "a number of the context of an evaluation",
      accepts: numbers + infiniteNumbers
    ) { text in
      let body = "{\"context\":{\"targetingKey\":\"u\",\"age\":\(text)}}"
      let context = try? EvaluationContext(body: Array(body.utf8))
      return context?.attributes["age"] != nil
    },
    NumberField(
      "a targeting key that is a number",
      accepts: numbers
    ) { text in
      let body = "{\"context\":{\"targetingKey\":\(text)}}"
      return (try? EvaluationContext(body: Array(body.utf8)))?.targetingKey != nil
    },
  ]
}
