import type { Engine } from '../investigation/investigation.js'
import type { EngineChoice } from './run-turn.js'

/** Who carries sessions out; what is missing is not installed or not set up. */
export interface Engines {
  /** Watches deployments. */
  deploymentWatch?: Engine
  /** Investigates with a language model. */
  model?: Engine
  /** Investigates without one. */
  playbook?: Engine
}

/** A deployment is watched; everything else is investigated, with the model where there is one. */
export function chooseEngine({ deploymentWatch, model, playbook }: Engines): EngineChoice {
  return ({ origin }) => (origin.kind === 'deployment' ? deploymentWatch : (model ?? playbook))
}
