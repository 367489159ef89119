import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ExpectedCause } from './expected-cause.js'
import type { Incident } from './incident.js'

interface StatusFeed {
  source?: string
  component?: string
  events?: Incident['notices']
  incidents?: Incident['notices']
  components?: Incident['notices']
}

/**
 * Reads an incident from a folder of `alert.json`, `logs.ndjson`, `metrics.csv`, `traces.json`, `context/*.json` and the
 * truth. The files are trusted: they are ours.
 */
export function readIncidentFolder(folder: string): Incident {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  const list = <T>(name: string): T[] => (existsSync(join(folder, name)) ? (JSON.parse(text(name)) as T[]) : [])
  const feedPath = 'context/status_feed.json'
  const feed = existsSync(join(folder, feedPath)) ? (JSON.parse(text(feedPath)) as StatusFeed) : {}
  const { events = [], incidents = [], components = [] } = feed
  return {
    name: basename(folder),
    alert: JSON.parse(text('alert.json')) as Incident['alert'],
    logs: lines(text('logs.ndjson')).map((line) => JSON.parse(line) as Incident['logs'][number]),
    series: readSeries(text('metrics.csv')),
    spans: list('traces.json'),
    commits: list('context/commits.json'),
    deploys: list('context/deploys.json'),
    flags: list('context/flags.json'),
    notices: [events, incidents, components].find(({ length }) => length > 0) ?? [],
    noticeSource: feed.component ?? feed.source ?? 'status',
    truth: JSON.parse(text('ground_truth.json')) as ExpectedCause,
  }
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function readSeries(csv: string): Incident['series'] {
  const series = new Map<string, { service: string; metric: string; points: [string, number][] }>()
  for (const line of lines(csv).slice(1)) {
    const [at = '', service = '', metric = '', value = ''] = line.split(',')
    const key = `${service} ${metric}`
    const found = series.get(key) ?? { service, metric, points: [] }
    found.points.push([at, Number(value)])
    series.set(key, found)
  }
  return [...series.values()]
}
