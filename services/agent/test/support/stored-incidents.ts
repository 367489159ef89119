import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Incident } from './incident.js'

const folder = fileURLToPath(new URL('../../../../test/fixtures/incidents/', import.meta.url))

/** How an incident is kept: series without the times, which are so many seconds apart. */
type StoredIncident = Omit<Incident, 'series'> & {
  series: readonly { service: string; metric: string; start: string; step_seconds: number; values: readonly number[] }[]
}

/** The invented incidents of the project, by name. */
export function readStoredIncidents(): Incident[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => restore(JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as StoredIncident))
}

function restore({ series, ...incident }: StoredIncident): Incident {
  return {
    ...incident,
    series: series.map(({ service, metric, start, step_seconds: step, values }) => ({
      service,
      metric,
      points: values.map((value, index) => [new Date(Date.parse(start) + index * step * 1000).toISOString(), value]),
    })),
  }
}
