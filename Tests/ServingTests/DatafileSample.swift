/// A datafile with one flag, which is off without an override.
enum DatafileSample {
  static let text = """
    {"version":"4","projectId":"1","accountId":"2","revision":"42","sdkKey":"ShopDemo",
    "environmentKey":"staging","anonymizeIP":true,"botFiltering":false,"attributes":[],"events":[],
    "audiences":[],"typedAudiences":[],"groups":[],"experiments":[],
    "featureFlags":[{"id":"71","key":"buy_now","experimentIds":[],"rolloutId":"81","variables":[
    {"id":"61","key":"title","type":"string","defaultValue":"Buy"},
    {"id":"62","key":"limit","type":"integer","defaultValue":"1"}]}],
    "rollouts":[{"id":"81","experiments":[{"id":"33","key":"everyone","status":"Running",
    "layerId":"81","audienceIds":[],"forcedVariations":{},
    "trafficAllocation":[{"entityId":"53","endOfRange":10000}],
    "variations":[{"id":"53","key":"off","featureEnabled":false,"variables":[]},
    {"id":"54","key":"one_touch","featureEnabled":true,
    "variables":[{"id":"61","value":"Buy at once"},{"id":"62","value":"3"}]}]}]}]}
    """
}
