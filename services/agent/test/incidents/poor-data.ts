import type { Incident } from '../support/incident.js'
import { readWritten, type Written } from './corpora.js'
import { disturbances } from './disturb.js'
import { investigate, judge } from './judge-incident.js'

/**
 * Evaluates the ranking on incidents whose data is incomplete or inaccurate. `node --import tsx
 * --conditions=@signalbox/source services/agent/test/incidents/poor-data.ts`
 */
const stepMinutes = 5
const defects: Readonly<Record<string, (incident: Incident, seed: number) => Incident>> = {
  nothing: (incident) => incident,
  'clocks off by up to a minute': disturbances.clocksOff,
  'every deployment reported twice': disturbances.toldTwice,
  'no spans': (incident) => ({ ...incident, spans: [] }),
  'half of the metrics missing': (incident) => ({
    ...incident,
    series: incident.series.filter((_, index) => index % 2 === 0),
  }),
  'one point every 5 min': (incident) => ({
    ...incident,
    series: incident.series.map((one) => ({
      ...one,
      points: one.points.filter(([at]) => Math.floor(Date.parse(at) / 60_000) % stepMinutes === 0),
    })),
  }),
  'no logs': (incident) => ({ ...incident, logs: [] }),
  'no deployments reported': (incident) => ({ ...incident, deploys: [] }),
  'commits sent without their diffs': (incident) => ({
    ...incident,
    commits: incident.commits.map((commit) => ({ ...commit, diff: '' })),
  }),
}

const written = readWritten()
const [inNoise, quiet] = [(one: Written) => one.author !== 'quiet', (one: Written) => one.author === 'quiet']
console.table(
  Object.fromEntries(
    Object.entries(defects).map(([name, spoil]) => {
      const judged = written.map((one, index) => {
        const incident = spoil(one.incident, index + 1)
        return { one, ...judge(incident, investigate(incident)) }
      })
      const right = (is: (one: Written) => boolean) => judged.filter(({ one, isRight }) => is(one) && isRight).length
      const blamed = judged.filter((each) => each.blamed)
      const found = blamed.filter(({ verdict }) => verdict === 'cause_found').length
      return [
        name,
        {
          'with noise': right(inNoise),
          without: right(quiet),
          'innocent found': found,
          'innocent likely': blamed.length - found,
        },
      ]
    }),
  ),
)
