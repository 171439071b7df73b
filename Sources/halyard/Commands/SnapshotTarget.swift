import Dashboard
import Frame
import Networking

/// The destination and the format of a snapshot.
struct SnapshotTarget {
  /// The path of the file; `nil` for standard output.
  let path: String?
  private let format: Format

  /// The format of a snapshot; the raw value is the extension of the file.
  private enum Format: String {
    case svg, ansi, txt
  }

  /// Parses the value of `--output`: a file whose extension names the format, `-` for text on
  /// standard output, or `-.svg`, `-.ansi` or `-.txt` for a format on standard output.
  ///
  /// - Throws: `usage` for another extension.
  init(_ name: String) throws(Failure) {
    let ending = name == "-" ? "txt" : name.split(separator: ".").last.map(String.init) ?? ""
    guard let format = Format(rawValue: ending) else {
      throw .usage(
        "--output: found \"\(URLRedaction.redacted(name))\", expected a name in .svg, .ansi or .txt, or -",
        command: SnapshotCommand.row.name
      )
    }
    self.format = format
    path = name == "-" || name == "-." + ending ? nil : name
  }

  /// Prints the frame to standard output in the format of the snapshot.
  func print(_ frame: Frame, theme: Theme, on console: Console) {
    switch format {
    case .ansi: console.print(frame)
    case .svg, .txt: console.write(text(of: frame, theme: theme))
    }
  }

  /// Encodes the frame in the format of the snapshot; only SVG uses the palette of the theme.
  func text(of frame: Frame, theme: Theme) -> String {
    switch format {
    case .svg: frame.svg(palette: theme.palette ?? .standard, title: "Halyard")
    case .ansi: frame.ansi
    case .txt: frame.text + "\n"
    }
  }
}
