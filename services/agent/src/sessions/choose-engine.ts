import type { Engine } from '../investigation/investigation.js'
import type { EngineChoice } from './run-turn.js'

/** The engines that can run sessions; a missing one isn't installed or configured. */
export interface Engines {
  /** Watches deployments. */
  deploymentWatch?: Engine
  /** Investigates with a language model. */
  model?: Engine
  /** Investigates without one. */
  playbook?: Engine
}

/** Deployments are watched; everything else is investigated, by the model if one is configured. */
export function chooseEngine({ deploymentWatch, model, playbook }: Engines): EngineChoice {
  return ({ origin }) => (origin.kind === 'deployment' ? deploymentWatch : (model ?? playbook))
}
