import Documents
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests the rows of a JSON value, and its folds.
struct JSONOutlineTests {
  private static let text = #"""
    {"theme": {"colours": ["red", "green"], "dark": true}, "empty": {}, "count": 3}
    """#

  private static func outline(_ text: String = text) throws -> JSONOutline {
    JSONOutline(try #require(JSONValue(parsing: text)))
  }

  /// The rows as text: the depth as spaces, the fold, the label and the summary.
  private static func lines(_ outline: JSONOutline) -> [String] {
    outline.rows.map { index in
      let node = outline.nodes[index]
      let fold = outline.hasContent(index) ? outline.isUnfolded(index) ? "▾" : "▸" : " "
      return String(repeating: " ", count: node.depth) + fold + (node.step?.label ?? "$") + " "
        + node.value.summary(columns: 40).text
    }
  }

  private static let unfolded = [
    "▾$ {3 members}", " ▾theme {2 members}", "  ▾colours [2 elements]", "    [0] \"red\"",
    "    [1] \"green\"", "   dark true", "  empty {}", "  count 3",
  ]

  @Test func `a small value is unfolded, and each row has its depth, its key and its summary`()
    throws
  {
    #expect(Self.lines(try Self.outline()) == Self.unfolded)
    #expect(Self.lines(try Self.outline("\"x\"")) == [" $ \"x\""])
  }

  @Test func `folding removes the rows inside a node, and unfolding restores inner folds`() throws {
    var outline = try Self.outline()
    outline.setOpen(false, row: 2)
    outline.setOpen(false, row: 1)
    #expect(
      Self.lines(outline) == [
        "▾$ {3 members}", " ▸theme {2 members}", "  empty {}", "  count 3",
      ]
    )
    outline.setOpen(true, row: 1)
    #expect(
      Self.lines(outline)[1...3] == [
        " ▾theme {2 members}", "  ▸colours [2 elements]", "   dark true",
      ]
    )
    outline.setOpen(true, row: 2)
    #expect(Self.lines(outline) == Self.unfolded)
    outline.setOpen(true, row: 6)
    #expect(Self.lines(outline) == Self.unfolded)
  }

  @Test func `toggling all folds everything below the root, and then unfolds everything`() throws {
    var outline = try Self.outline()
    outline.toggleAll()
    #expect(Self.lines(outline).count == 4)
    outline.toggleAll()
    #expect(Self.lines(outline) == Self.unfolded)
  }

  @Test func `revealing a node unfolds only the nodes around it`() throws {
    var outline = try Self.outline()
    outline.setAllOpen(false)
    let node = outline.node(at: ["theme", "colours", .index(1)])
    #expect(node.isExact)
    #expect(outline.visibleRow(around: node.index) == 1)
    #expect(outline.reveal(node.index) == 4)
    #expect(outline.path(of: node.index).pathText == "theme.colours[1]")
    #expect(outline.node(at: ["theme", "missing", "x"]).isExact == false)
    #expect(outline.node(at: ["theme", "missing", "x"]).index == 1)
  }

  @Test func `a new value keeps the folds of the nodes with the same paths`() throws {
    var old = try Self.outline()
    old.setOpen(false, row: 2)
    let text = #"{"new": [1], "theme": {"colours": ["a"], "dark": {"x": 1}}}"#
    let new = JSONOutline(try #require(JSONValue(parsing: text)), keepingFoldsOf: old)
    #expect(
      Self.lines(new) == [
        "▾$ {2 members}", " ▸new [1 element]", " ▾theme {2 members}", "  ▸colours [1 element]",
        "  ▸dark {1 member}",
      ]
    )
  }

  @Test func `a search finds keys and scalars in folded nodes, and continues at the start`() throws
  {
    var outline = try Self.outline()
    outline.setAllOpen(false)
    func found(_ query: String, from start: Int, _ step: Int = 1) -> String? {
      outline.match(of: FoldedText.words(of: query), from: start, step: step)
        .map { outline.path(of: $0).pathText }
    }
    #expect(found("GREEN", from: 0) == "theme.colours[1]")
    #expect(found("the", from: 5) == "theme")
    #expect(found("e", from: 0, -1) == "empty")
    #expect(found("dark true", from: 0) == "theme.dark")
    #expect(found("purple", from: 0) == nil)
    #expect(found("", from: 0) == nil)
  }

  @Test func `a duplicate key is shown once, with its last value`() throws {
    #expect(Self.lines(try Self.outline(#"{"a": 1, "b": 2, "a": 3}"#)).count == 3)
    #expect(Self.lines(try Self.outline(#"{"a": 1, "b": 2, "a": 3}"#)).last == "  a 3")
  }

  @Test func `random folds show the same rows as the definition of visible nodes`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var outline = JSONOutline(JSONExample.random(depth: 5, using: &random))
      for _ in 0..<20 {
        let row = Int.random(in: outline.rows.indices, using: &random)
        outline.setOpen(!outline.isUnfolded(outline.rows[row]), row: row)
        let visible = outline.nodes.indices.filter { index in
          sequence(first: index) { outline.nodes[$0].parent }.dropFirst()
            .allSatisfy { outline.isUnfolded($0) }
        }
        #expect(outline.rows == visible)
      }
    }
  }

  @Test(arguments: [1, 5, 10])
  func `the summary of a string has the given width, and no control characters`(columns: Int) {
    for name in Hard.hostileNames + [String(repeating: "漢\u{1B}", count: 100_000)] {
      let text = JSONValue.string(name).summary(columns: columns)
      #expect(text.width <= columns)
      #expect(text.text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }
}
