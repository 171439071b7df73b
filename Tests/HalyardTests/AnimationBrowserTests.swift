import Foundation
import TestSupport
import Testing

/// Plays an animated snapshot in Chromium.
struct AnimationBrowserTests {
  private static let chromium = "/usr/bin/chromium"

  /// Parts of a script that take one second each.
  private static let parts = [
    "caption first\nwait 1s\n",
    "caption second\npress j\nwait 650ms\n",
    "caption third\npress space\nwait 650ms\n",
    "caption fourth\npress ?\nwait 650ms\n",
  ]

  /// A script that seeks the animations to four times, and lists the visible texts by their position.
  private static let page = """
    <pre id="result"></pre>
    <script>
    const lines = [0.9, 1.9, 2.9, 3.9].map(time => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = time * 1000;
      }
      return [...document.querySelectorAll("text")]
        .filter(text => getComputedStyle(text).visibility == "visible" && text.getAttribute("y") > 34)
        .map(text => [Number(text.getAttribute("y")), Number(text.getAttribute("x")), text.textContent])
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
        .map(text => text[2].replace(/[^A-Za-z0-9]/g, "")).join("");
    });
    document.getElementById("result").textContent = lines.join("|");
    </script>
    """

  @Test(.onlyInFullRun, .enabled(if: Shell.has("chromium"), "chromium is not installed"))
  func `Chromium shows the expected screen of an animated SVG at each tested time`() throws {
    let tester = try Tester()
    func snapshot(parts count: Int, output: String) throws -> String {
      try tester.folder.write(Self.parts.prefix(count).joined(), to: "demo.script")
      let words = ["snapshot", "--size", "90x24", "--script", "demo.script", "--output", output]
      return try tester.halyard(words).output
    }
    let svg = try snapshot(parts: Self.parts.count, output: "-.svg")
    try tester.folder.write("<!DOCTYPE html><body>" + svg + Self.page, to: "page.html")
    let expected = try (1...Self.parts.count).map { count in
      try snapshot(parts: count, output: "-").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    let document = try dump(tester.folder.path(of: "page.html"), in: tester)
    let result = try #require(document.firstMatch(of: /<pre id="result">([^<]*)</)).1
    #expect(result.split(separator: "|").map(String.init) == expected)
  }

  /// Returns the document of a page after its scripts have run.
  private func dump(_ path: String, in tester: Tester) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.chromium)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
      "--user-data-dir=\(tester.folder.path)/profile", "file://" + path,
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
