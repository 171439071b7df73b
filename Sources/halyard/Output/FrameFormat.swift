import Dashboard
import Frame

/// The kinds of file that a screen can be drawn into, by the ending of their names.
enum FrameFormat: String, CaseIterable {
  case svg, ansi, txt

  func text(of frame: Frame, theme: Theme) -> String {
    switch self {
    case .svg: frame.svg(palette: theme.palette ?? .standard, title: "Halyard")
    case .ansi: frame.ansi
    case .txt: frame.text + "\n"
    }
  }
}
