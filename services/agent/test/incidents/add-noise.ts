import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../../../../test/support/random.js'
import type { Incident } from '../support/incident.js'

/** Amount of added noise: lines, series with a blip, irrelevant deployments. */
export const noiseLevels = {
  low: { lines: 10, blips: 3, deployments: 2 },
  middle: { lines: 30, blips: 8, deployments: 4 },
  high: { lines: 80, blips: 20, deployments: 8 },
} as const

const warnings = [
  'DeprecationWarning: call of an old interface',
  'feature flag stream reconnected',
  'slow DNS answer, took longer than usual',
  'token refresh took two attempts',
  'cache entry was larger than expected',
  'clock moved by a few milliseconds',
  'worker pool grew and shrank',
  'unknown field ignored in message',
]

/** Harmless edits, with their titles. */
const harmless: readonly (readonly [title: string, file: string, diff: string])[] = [
  ['docs: say how to run it', 'README.md', '@@ -1 +1 @@\n-Run it.\n+Run it with make.'],
  ['test: cover one more case', 'test/usual.test.ts', '@@ -1 +1,2 @@\n expect(one)\n+expect(two)'],
  ['style: move a bracket', 'src/shape.ts', '@@ -1 +1 @@\n-if (a) { b() }\n+if (a) {b()}'],
  ['log: say which shard', 'src/log.ts', '@@ -1 +1 @@\n-log.info("done")\n+log.info("done", { shard })'],
]

/**
 * An incident with added noise, as in real systems: rare lines, outliers, deployments at any time. Its truth and its
 * own telemetry stay the same. Deterministic by seed.
 */
export function addNoise(incident: Incident, level: keyof typeof noiseLevels, seed: number): Incident {
  const random = createRandom(seed)
  const { lines, blips, deployments } = noiseLevels[level]
  const times = incident.series.flatMap(({ points }) => points.map(([at]) => Date.parse(at)))
  const [from, until] = [Math.min(...times), Math.max(...times)]
  const momentOf = () => new Date(from + random.next() * (until - from)).toISOString()
  const services = [...new Set(incident.series.map(({ service }) => service))]
  const pick = <T>(list: readonly T[]) => list[Math.floor(random.next() * list.length)] as T
  const added = Array.from({ length: deployments }, (_, index) => {
    const [title, file, diff] = pick(harmless)
    const sha = createHash('sha1').update(`${incident.name} ${seed} ${index}`).digest('hex')
    const [timestamp, service] = [momentOf(), pick(services)]
    const commit = { sha, author: 'noise', timestamp, message: title, files_changed: [`${service}/${file}`], diff }
    return { commit, deploy: { timestamp, service, commit_sha: sha, version: sha.slice(0, 7) } }
  })
  return {
    ...incident,
    logs: [
      ...incident.logs,
      ...Array.from({ length: lines }, () => ({
        timestamp: momentOf(),
        service: pick(services),
        severity_text: random.next() < 0.2 ? 'ERROR' : 'WARN',
        msg: `${pick(warnings)} (${Math.floor(random.next() * 1000)})`,
      })),
    ],
    series: addBlips(incident.series, blips, random),
    commits: [...incident.commits, ...added.map(({ commit }) => commit)],
    deploys: [...incident.deploys, ...added.map(({ deploy }) => deploy)],
  }
}

/** Points of random series that are many times their value for one sample. */
function addBlips(series: Incident['series'], count: number, random: Random): Incident['series'] {
  const hit = new Set(Array.from({ length: count }, () => Math.floor(random.next() * series.length)))
  return series.map((one, index) => {
    if (!hit.has(index)) return one
    const place = Math.floor(random.next() * one.points.length)
    return { ...one, points: one.points.map(([at, value], each) => [at, each === place ? value * 6 + 1 : value]) }
  })
}
