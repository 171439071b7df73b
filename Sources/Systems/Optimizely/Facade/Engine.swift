// Apps import `Optimizely` only: the public types of the engine, such as `OptimizelyError`,
// `EventForDispatch` and `FlagDecision`, are part of the API of the library.
@_exported public import OptimizelyEngine
