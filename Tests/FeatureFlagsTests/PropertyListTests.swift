import CoreTestSupport
import Documents
import Foundation
import Testing

@testable import FeatureFlags

struct PropertyListTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  private func value(_ text: String) throws -> Node {
    try PropertyList.read(Array(text.utf8))
  }

  @Test(arguments: [
    "<array><dict><key>name</key><string>A</string></dict></array>",
    "<dict><key>features</key><array><dict><key>name</key><string>A</string></dict></array></dict>",
  ])
  func `a property list can be an array of features or a dictionary with features`(body: String)
    throws
  {
    for text in [
      "\(Self.head)<plist version=\"1.0\">\n\(body)\n</plist>\n", body, "\u{FEFF} \(body)",
    ] {
      let configuration = try Samples.configuration(text)
      #expect(configuration.features.map(\.name) == ["A"])
      #expect(configuration.format == .plist)
    }
  }

  // The time limit detects quadratic time.
  @Test(.timeLimit(.minutes(1)))
  func `a long document on one line is parsed in linear time`() throws {
    let feature = "<dict><key>name</key><string>A</string><key>enabled</key><true/></dict>"
    let body = String(repeating: feature, count: 20_000)
    #expect(try value("<array>\(body)</array>").list?.count == 20_000)
  }

  @Test func `every kind of property list value is parsed`() throws {
    let node = try value(
      """
      <dict><!-- a comment --><key>t</key><true/><key>f</key><false></false>
      <key>i</key><integer> -3 </integer><key>r</key><real>1.5e2</real>
      <key>s</key><string>&lt;a &amp; b&gt; &#65;&#x42; <![CDATA[<c>&]]></string>
      <key>e</key><string/><key>l</key><array/><key>o</key><dict/>
      <key>d</key><date>2026-11-21T10:00:00Z</date><key>b</key><data>AAAA</data></dict>
      """
    )
    #expect(node["t"]?.bool == true)
    #expect(node["f"]?.bool == false)
    #expect(node["i"]?.number == -3)
    #expect(node["r"]?.number == 150)
    #expect(node["s"]?.string == "<a & b> AB <c>&")
    #expect(node["e"]?.string == "")
    #expect(node["l"]?.list?.isEmpty == true)
    #expect(node["o"]?.members?.isEmpty == true)
    #expect(node["d"]?.kind == "a date")
    #expect(node["b"]?.kind == "data")
  }

  @Test func `a problem in an XML property list has its line`() throws {
    let configuration = try Samples.configuration(
      """
      <plist><array>
      <dict><key>name</key><string>A</string>
      <key>enabled</key>
      <integer>1</integer></dict>
      <dict><key>name</key><string>B</string><key>section</key><date>x</date></dict>
      </array></plist>
      """
    )
    #expect(configuration.features.map(\.name) == ["B"])
    #expect(configuration.problems.map(\.line) == [4, 5])
    #expect(
      configuration.problems.last?.fact
        == .wrongKind(field: "section", found: "a date", expected: "a text", isFatal: false)
    )
  }

  static let errors: [(text: String, line: Int, column: Int, found: String, expected: String)] = [
    ("<array>\n<dict><string/></dict></array>", 2, 7, "<string>", "<key> or </dict>"),
    ("<array></dict>", 1, 8, "</dict>", "a value"),
    ("<plist><array/></array>", 1, 16, "</array>", "</plist>"),
    ("<array/>x", 1, 9, "\"x\"", "the end of the document"),
    ("<dict><key>a</key></dict>", 1, 19, "</dict>", "a value"),
    ("<string>a<b></string>", 1, 10, "<b>", "</string>"),
    ("<integer>ten</integer>", 1, 1, "\"ten\"", "a number"),
    ("<array><string>&nope;</string></array>", 1, 16, "\"&\"", "an entity such as &amp;"),
    ("<array>", 1, 8, "the end of the document", "a value or </array>"),
    ("<!-- x", 1, 7, "the end of the document", "\"-->\""),
    ("<thing/>", 1, 1, "<thing>", "a value"),
  ]

  @Test(arguments: errors)
  func `the error for malformed XML has the location, the found and the expected text`(
    text: String,
    line: Int,
    column: Int,
    found: String,
    expected: String
  ) {
    #expect(
      throws: DocumentError.syntax(line: line, column: column, found: found, expected: expected)
    ) { try value(text) }
  }

  @Test func `a binary property list of Foundation is parsed with every kind of value`() throws {
    let list: [String: Any] = [
      "t": true, "i": -3, "big": 1 << 40, "r": 1.5, "float": Float(0.5), "ascii": "abc",
      "wide": "größe 日本", "long": String(repeating: "x", count: 300), "date": Date(),
      "data": Data([1]), "list": Array(0..<20), "object": ["a": "b"],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list,
      format: .binary,
      options: 0
    )
    let node = try PropertyList.read([UInt8](data))
    #expect(node["t"]?.bool == true)
    #expect(node["i"]?.number == -3)
    #expect(node["big"]?.number == 1_099_511_627_776)
    #expect(node["r"]?.number == 1.5)
    #expect(node["float"]?.number == 0.5)
    #expect(node["ascii"]?.string == "abc")
    #expect(node["wide"]?.string == "größe 日本")
    #expect(node["long"]?.string?.count == 300)
    #expect(node["date"]?.kind == "a date")
    #expect(node["data"]?.kind == "data")
    #expect(node["list"]?.list?.compactMap(\.number) == (0..<20).map(Double.init))
    #expect(node["object"]?["a"]?.string == "b")
  }

  @Test func `an unpaired surrogate in a binary property list is reported`() throws {
    let name: [UInt8] = [0x62, 0xD8, 0x3D, 0x00, 0x41]
    let configuration = try Configuration(
      bytes: BinaryList.bytes([[0xA1, 1], [0xD1, 2, 3], [0x54] + Array("name".utf8), name])
    )
    #expect(configuration.features.map(\.name) == ["\u{FFFD}A"])
    #expect(configuration.problems.map(\.fact) == [.loneSurrogate])
  }

  @Test func `a binary property list with a reference cycle is rejected`() {
    let limit = JSONReader.depthLimit
    #expect(throws: ConfigurationError.document(.tooDeep(line: nil, limit: limit))) {
      try Configuration(bytes: BinaryList.bytes([[0xA1, 0]]))
    }
    #expect(throws: ConfigurationError.self) {
      try Configuration(bytes: BinaryList.bytes([[0xD1, 0, 0]]))
    }
  }

  @Test func `a binary property list that expands exponentially is rejected within the time limit`()
  {
    // Each array references the next array ten times: a few hundred bytes expand to 10^50 values.
    let lists = (1...50).map { [UInt8(0xAA)] + Array(repeating: UInt8($0), count: 10) }
    let error = DocumentError.propertyList(reason: "its parts contain one another")
    #expect(throws: ConfigurationError.document(error)) {
      try Configuration(bytes: BinaryList.bytes(lists + [[0x09]]))
    }
  }

  @Test func `a binary property list with numbers out of range is rejected`() throws {
    let whole = BinaryList.bytes([[0xA1, 1], [0x09]])
    for position in whole.indices.dropFirst(6) {
      for byte: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[position] = byte
        // The parser may accept or reject the list, but must not crash.
        _ = try? Configuration(bytes: bytes)
      }
    }
    for count in whole.indices {
      #expect(throws: ConfigurationError.self) { try Configuration(bytes: Array(whole[..<count])) }
    }
  }
}

/// Builds a binary property list from its encoded objects.
enum BinaryList {
  static func bytes(_ parts: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for part in parts {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += part
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [parts.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes
  }
}
