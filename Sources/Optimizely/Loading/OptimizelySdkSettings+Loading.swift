extension OptimizelySdkSettings {
  /// The loader of the datafile of an SDK key.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key; with an empty one, no datafile is downloaded or cached.
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
