import { readIncidentsHeldOut, readIncidentsInNoise, readStoredIncidents } from '../support/stored-incidents.js'
import { readFirstFailing } from '../../src/playbook/first-failing/first-failing.js'
import { readScene } from '../../src/playbook/scene/read-scene.js'
import { readIncident } from '../support/read-incident.js'
import type { Choice } from './fit-choices.js'
import { toExample, withoutCulprit, type Example } from './fit-model.js'
import type { Incident } from '../support/incident.js'

/** A stored incident, with its author. */
export interface Written {
  incident: Incident
  /** `fin`, `infra`, `ml`, `web`, `quiet` for those without noise, or `haul`, `sre`, `plat` and `desk` for those held out. */
  author: string
}

/** Weight of an incident: noiseless ones are less realistic. */
const weights = { inNoise: 1, quiet: 0.5 }
/** Weight of copies whose culprit is unknown: they prevent blaming innocent changes. */
const unknownWeight = 0.5

export function readWritten(): Written[] {
  return [
    ...readIncidentsInNoise().map((incident) => ({ incident, author: incident.name.split('-')[0] ?? '' })),
    ...readStoredIncidents().map((incident) => ({ incident, author: 'quiet' })),
  ]
}

/** Incidents from which nothing is learned. */
export function readHeldOut(): Written[] {
  return readIncidentsHeldOut().map((incident) => ({ incident, author: incident.name.split('-')[0] ?? '' }))
}

/** The affected service that failed first; empty if the true one is not among them. */
export function toFirstFailingChoice({ incident, author }: Written): Choice[] {
  const options = readFirstFailing(readScene(readIncident(incident)))
  const truth = options.findIndex(({ service }) => service === incident.truth.first_failing_service)
  return truth === -1 ? [] : [{ options, truth, weight: author === 'quiet' ? weights.quiet : weights.inNoise }]
}

/** The incident unchanged, and without its culprit's commit, with its deployment and without. */
export function toExamples({ incident, author }: Written): Example[] {
  const weight = author === 'quiet' ? weights.quiet : weights.inNoise
  const whole = toExample(incident, { author, weight })
  if (incident.truth.root_cause_commit === 'none') return [whole]
  const copies = [true, false].map((isDeployKnown) =>
    toExample(withoutCulprit(incident, isDeployKnown), { author, weight: weight * unknownWeight, isCopy: true }),
  )
  return [whole, ...copies]
}
