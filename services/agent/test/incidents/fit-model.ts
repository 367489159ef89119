import { fitChoices } from './fit-choices.js'
import { finishPieces } from '../../src/investigation/pieces.js'
import { findCandidates } from '../../src/playbook/scoring/rank.js'
import { featureNames, featurePriors, type FeatureName, type Features } from '../../src/playbook/scoring/features.js'
import { readScene } from '../../src/playbook/scene/read-scene.js'
import type { Incident } from '../support/incident.js'
import { readIncident } from '../support/read-incident.js'

export type Weights = Readonly<Record<FeatureName, number>>

/** A choice: hypotheses, and the true one. */
export interface Example {
  name: string
  author: string
  /** True if the culprit was removed. */
  isCopy: boolean
  options: readonly { features: Features; commit: string | null; kind: string; title: string }[]
  truth: number
  weight: number
  /** Score of the clearest external cause; from 0.5 it may be named. */
  outside: number
}

export function toExample(
  incident: Incident,
  { author, weight, isCopy = false }: { author: string; weight: number; isCopy?: boolean },
): Example {
  const { changes, unknown, noChange } = finishPieces(findCandidates(readScene(readIncident(incident))))
  const options = [
    ...changes.map(({ features, change }) => ({
      features,
      commit: change.kind === 'commit' ? change.id : null,
      kind: change.kind,
      title: change.title,
    })),
    ...unknown.map(({ features, change }) => ({
      features,
      commit: null,
      kind: 'unknown',
      title: String(change.details['commit_sha']),
    })),
    { features: noChange, commit: null, kind: 'none', title: 'no change' },
  ]
  const sha = incident.truth.root_cause_commit
  const culprit = options.findIndex(({ commit }) => commit === sha)
  const removed = options.findIndex(({ kind, title }) => kind === 'unknown' && title === sha)
  const truth =
    sha === 'none' ? options.length - 1 : culprit >= 0 ? culprit : removed >= 0 ? removed : options.length - 1
  return { name: incident.name, author, isCopy, options, truth, weight, outside: noChange.outside ?? 0 }
}

/** The incident without the culprit's commit, or also without its deployment. */
export function withoutCulprit(incident: Incident, isDeployKnown: boolean): Incident {
  const sha = incident.truth.root_cause_commit
  return {
    ...incident,
    commits: incident.commits.filter((commit) => commit.sha !== sha),
    deploys: isDeployKnown ? incident.deploys : incident.deploys.filter((deploy) => deploy.commit_sha !== sha),
  }
}

/** Probabilities of the options. */
export function predict({ options }: Pick<Example, 'options'>, weights: Weights): number[] {
  const scores = options.map(({ features }) =>
    featureNames.reduce((sum, name) => sum + weights[name] * (features[name] ?? 0), 0),
  )
  const most = Math.max(...scores)
  const exps = scores.map((score) => Math.exp(score - most))
  const total = exps.reduce((sum, value) => sum + value, 0)
  return exps.map((value) => value / total)
}

/** The ranking's weights: regularized, then scaled by the factor with the best calibration. */
export function learn(examples: readonly Example[]): Weights {
  return sharpen(fit(examples), chooseSharpness(examples))
}

/** For each author, weights learned from all others. */
export function learnLeftOut(
  examples: readonly Example[],
  learnFrom: (examples: readonly Example[]) => Weights = learn,
): Map<string, Weights> {
  const authors = [...new Set(examples.map(({ author }) => author))]
  return new Map(authors.map((author) => [author, learnFrom(examples.filter((one) => one.author !== author))]))
}

/** Learned weights before scaling. */
export function fit(examples: readonly Example[]): Weights {
  return fitChoices(examples, featurePriors)
}

const sharpnesses = [0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.75, 2]

/** The factor that maximizes the likelihood of left-out authors' probabilities. */
export function chooseSharpness(examples: readonly Example[]): number {
  const leftOut = learnLeftOut(examples, fit)
  const lossOf = (factor: number) =>
    examples.reduce((sum, one) => {
      const weights = leftOut.get(one.author)
      return weights ? sum + one.weight * logLoss(one, sharpen(weights, factor)) : sum
    }, 0)
  const losses = sharpnesses.map(lossOf)
  return sharpnesses[losses.indexOf(Math.min(...losses))] ?? 1
}

/** Negative log probability of the truth. */
export function logLoss(example: Pick<Example, 'options' | 'truth'>, weights: Weights): number {
  return -Math.log(Math.max(1e-12, predict(example, weights)[example.truth] ?? 0))
}

/** All weights times one factor. */
export function sharpen(weights: Weights, factor: number): Weights {
  const sharpened: Record<FeatureName, number> = { ...weights }
  for (const name of featureNames) sharpened[name] *= factor
  return sharpened
}
