import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ExpectedCause } from '../support/expected-cause.js'
import type { Incident, IncidentSpan } from '../support/incident.js'

type Row = Readonly<Record<string, unknown>>

/** Reads an incident stored as a folder: `alert.json`, `logs.ndjson`, `metrics.csv`, `traces.json`, `context/`. */
export function readIncidentFolder(folder: string): Incident {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const json = <T>(file: string, fallback: T): T =>
    existsSync(join(folder, file)) ? (JSON.parse(read(file)) as T) : fallback
  const stored = json<Row | Row[]>('context/status_feed.json', {})
  const feed: Row = Array.isArray(stored) ? { events: stored } : stored
  const alert = json<Incident['alert']>('alert.json', { service: '', metric: '', fired_at: '' })
  const {
    notes = '',
    onset,
    ...truth
  } = json('ground_truth.json', {} as ExpectedCause & { notes?: string; onset?: string })
  const at = onset ?? /Onset (\d{4}-\d\d-\d\dT[\d:]+Z)/.exec(notes)?.[1]
  return {
    name: basename(folder),
    alert,
    logs: read('logs.ndjson')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Incident['logs'][number]),
    series: readSeries(read('metrics.csv')),
    spans: json<IncidentSpan[]>('traces.json', []),
    commits: json<Incident['commits']>('context/commits.json', []),
    deploys: json<Incident['deploys']>('context/deploys.json', []),
    flags: json<Incident['flags']>('context/flags.json', []),
    notices: [feed['events'], feed['incidents'], feed['components']].find(isFilled) ?? [],
    noticeSource: [feed['component'], feed['source']].find((name) => typeof name === 'string') ?? 'status',
    truth: { ...truth, ...(at !== undefined && { onset: at }) },
  }
}

function isFilled(list: unknown): list is Row[] {
  return Array.isArray(list) && list.length > 0
}

function readSeries(csv: string): Incident['series'] {
  const series = new Map<string, { service: string; metric: string; points: [string, number][] }>()
  for (const line of csv.trim().split('\n').slice(1)) {
    const [at = '', service = '', metric = '', value = ''] = line.split(',')
    const key = `${service}\n${metric}`
    const one = series.get(key) ?? { service, metric, points: [] }
    one.points.push([at, Number(value)])
    series.set(key, one)
  }
  return [...series.values()]
}
