extension FileEventDispatcher: EventDispatcher {
  /// Creates a dispatcher for a client; it reads no file and sends no request before it is used.
  ///
  /// ```swift
  /// let client = OptimizelyClient(
  ///   sdkKey: "your-key",
  ///   eventDispatcher: FileEventDispatcher(folder: "/var/lib/shop/events")
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The folder of the event file; several processes may share the folder, of which one
  ///     sends.
  ///   - settings: The settings of the queue, the HTTP client, the clock and `onProblem`.
  ///   - observer: The function that receives each batch before it is sent.
  public convenience init(
    folder: String,
    settings: OptimizelySdkSettings = OptimizelySdkSettings(),
    observer: @escaping Observer = { _, _ in }
  ) {
    self.init(folder: folder, options: settings.eventOptions, observer: observer)
  }
}
