// Apps import `AscendExperiments` only: the public types of the engine, such as `Experiment` and
// `ExperimentVariable`, are part of the API of the library.
@_exported public import AscendEngine
