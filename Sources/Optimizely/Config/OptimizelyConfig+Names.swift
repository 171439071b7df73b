/// An experiment or delivery rule of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyExperiment = OptimizelyConfig.Experiment
/// A flag of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyFeature = OptimizelyConfig.Feature
/// A variation of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyVariation = OptimizelyConfig.Variation
/// A variable of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyVariable = OptimizelyConfig.Variable
/// An attribute of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyAttribute = OptimizelyConfig.Attribute
/// An audience of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyAudience = OptimizelyConfig.Audience
/// An event of an ``OptimizelyConfig``, by the SDK's name.
public typealias OptimizelyEvent = OptimizelyConfig.Event
