// What users import as 'furrow': scenes, sweeps, axes, measures.

export { type Axis, linspace, logspace, range, values } from './farm/axes.ts'
export {
  count,
  divergence,
  firstTime,
  last,
  lyapunov,
  max,
  mean,
  min,
  seedDivergence,
  spectrum,
  sum,
} from './farm/measures.ts'
export { latinHypercube, random, sobol } from './farm/sampling.ts'
export { defineSuite, type Known, type Suite, type SuiteDefinition } from './farm/suite.ts'
export { defineSweep, type Sweep, type SweepDefinition } from './farm/sweep.ts'
export {
  CATALOGUE as catalogue,
  type CatalogueEntry,
  sceneOfEntry,
} from './scenes/catalogue/index.ts'
export {
  defineEngineScene,
  type EngineDefinition,
  type EngineInstance,
  type EngineScene,
} from './scenes/engine.ts'
export * from './scenes/index.ts'
export { defineScene, type Noise, type Scene, type SceneDefinition } from './scenes/scene.ts'
