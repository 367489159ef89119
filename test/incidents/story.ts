import { createRandom, type Random } from '../support/random.js'
import { castIncident, type Cast } from './cast.js'
import type { CommitLine, DeployLine, Incident, IncidentKind, Truth } from './incident.js'

/** Minutes from an incident's first sample to its last. */
export const minutesOfIncident = 105
const startsAt = Date.UTC(2026, 2, 3, 8)

/** An incident under construction: its people, services and clock, and the events so far. */
export interface Story {
  random: Random
  cast: Cast
  incident: Incident
  /** Minute in which users are first affected. */
  onset: number
  /** ISO time of a minute since the start, with fractions. */
  at: (minute: number) => string
  traceId: () => string
  /** A number varied within a ratio of itself. */
  around: (value: number, share?: number) => number
}

/** Starts a story; deterministic for a kind and seed. */
export function beginStory(kind: IncidentKind, seed: number): Story {
  const random = createRandom(seed * 7_919 + kind.length * 104_729 + kind.charCodeAt(0))
  const cast = castIncident(random)
  const name = `${kind}-${seed}`
  return {
    random,
    cast,
    onset: random.integer(70, 84),
    incident: {
      name,
      kind,
      alert: { service: '', metric: '', observed: 0, threshold: 0, summary: '', fired_at: '', severity: 'critical' },
      logs: [],
      metrics: [],
      spans: [],
      commits: [],
      deploys: [],
      flags: [],
      statusFeed: null,
      truth: emptyTruth(name),
    },
    at: (minute) => new Date(startsAt + Math.round(minute * 60_000)).toISOString(),
    traceId: () => random.hex(32),
    around: (value, share = 0.05) => Number((value * (1 + share * (2 * random.next() - 1))).toPrecision(5)),
  }
}

const authors = [
  'ines.duarte',
  'kofi.mensah',
  'hanna.lindqvist',
  'rahul.verma',
  'yuki.tanaka',
  'oleg.marchenko',
] as const

/** Adds a commit at a minute; its time has seconds, like real ones. */
export function addCommit(
  { incident, random, at }: Story,
  minute: number,
  commit: Pick<CommitLine, 'message' | 'files_changed' | 'diff'>,
): CommitLine {
  const line = { sha: random.hex(40), author: random.pick(authors), timestamp: at(minute + random.next()), ...commit }
  incident.commits.push(line)
  return line
}

export function addDeploy(
  { incident, random, at }: Story,
  minute: number,
  deploy: Omit<DeployLine, 'timestamp' | 'version'>,
) {
  incident.deploys.push({ timestamp: at(minute), version: `v${random.integer(40, 400)}`, ...deploy })
}

/** In time order, like feeds. */
export function endStory({ incident }: Story, truth: Omit<Truth, 'scenario'>): Incident {
  const byTime = <T extends { timestamp: string }>(lines: T[]) =>
    lines.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0))
  byTime(incident.commits)
  byTime(incident.deploys)
  byTime(incident.logs)
  return { ...incident, truth: { scenario: incident.name, ...truth } }
}

function emptyTruth(scenario: string): Truth {
  return {
    scenario,
    expected: 'abstain',
    root_cause_commit: 'none',
    first_failing_service: '',
    blast_radius: [],
    remediation: 'none',
    decoy_deploy_commits: [],
  }
}
