import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Incident } from './incident.js'

const fixtures = fileURLToPath(new URL('../../../../test/fixtures/', import.meta.url))

/** The stored form of a series: without times, which have a constant interval or are offsets from the first. */
type StoredSeries = {
  service: string
  metric: string
  start: string
  values: readonly number[]
} & ({ step_seconds: number } | { offsets_seconds: readonly number[] })

type StoredIncident = Omit<Incident, 'series'> & { series: readonly StoredSeries[] }

/** The generated incidents without noise, by name. */
export function readStoredIncidents(): Incident[] {
  return readFolder('incidents')
}

/** Incidents of four authors with realistic noise, by name, which starts with the author's. */
export function readIncidentsInNoise(): Incident[] {
  return readFolder('incidents-in-noise')
}

/**
 * Incidents of three more authors: a logistics and energy company's (`haul`), an on-call engineer's from streaming,
 * education and travel (`sre`), a platform engineer's from ticketing, parcels and home automation (`plat`), and a backend
 * lead's from a marketplace, ad tech and hospital software (`desk`). No weights are learned from them.
 */
export function readIncidentsHeldOut(): Incident[] {
  return readFolder('incidents-held-out')
}

function readFolder(folder: string): Incident[] {
  const names = readdirSync(`${fixtures}${folder}`).filter((name) => name.endsWith('.json'))
  return names
    .sort()
    .map((name) => restore(JSON.parse(readFileSync(`${fixtures}${folder}/${name}`, 'utf8')) as StoredIncident))
}

function restore({ series, ...incident }: StoredIncident): Incident {
  return { ...incident, series: series.map(restoreSeries) }
}

function restoreSeries(series: StoredSeries): Incident['series'][number] {
  const { service, metric, start, values } = series
  const offsetOf = (index: number) =>
    'step_seconds' in series ? index * series.step_seconds : (series.offsets_seconds[index] ?? 0)
  const from = Date.parse(start)
  return {
    service,
    metric,
    points: values.map((value, index) => [new Date(from + offsetOf(index) * 1000).toISOString(), value]),
  }
}
