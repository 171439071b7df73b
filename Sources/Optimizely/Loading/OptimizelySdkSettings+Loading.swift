extension OptimizelySdkSettings {
  /// The loader of a key's datafile.
  ///
  /// - Parameters:
  ///   - sdkKey: The key; with an empty one nothing is downloaded or cached.
  ///   - address: The address, with `%@` for the key; `nil` is that of the settings.
  /// - Returns: The loader.
  func loader(sdkKey: String, address: String? = nil) -> DatafileLoader {
    DatafileLoader(
      url: datafileAddress(of: sdkKey, format: address),
      client: httpClient,
      cache: sdkKey.isEmpty ? nil : workspace(of: sdkKey),
      order: conjunctionOrder,
      now: now
    )
  }
}
