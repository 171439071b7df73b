import Optimizely

@main
enum Main {
  static func main() {}
}
