import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Incident } from './incident.js'

/** Reads an incident from a folder of `alert.json`, `logs.ndjson`, `metrics.csv`, `traces.json`, `context/*.json` and the truth. */
export function readIncidentFolder(folder: string): Incident {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  const json = (name: string, otherwise: unknown) =>
    existsSync(join(folder, name)) ? JSON.parse(text(name)) : otherwise
  const feed = json('context/status_feed.json', {})
  const notices =
    [feed.events, feed.incidents, feed.components].find((list) => Array.isArray(list) && list.length > 0) ?? []
  return {
    name: basename(folder),
    alert: json('alert.json', {}),
    logs: text('logs.ndjson')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line)),
    series: readSeries(text('metrics.csv')),
    spans: json('traces.json', []),
    commits: json('context/commits.json', []),
    deploys: json('context/deploys.json', []),
    flags: json('context/flags.json', []),
    notices,
    noticeSource: feed.component ?? feed.source ?? 'status',
    truth: json('ground_truth.json', undefined),
  }
}

function readSeries(csv: string): Incident['series'] {
  const series = new Map<string, { service: string; metric: string; points: [string, number][] }>()
  for (const line of csv.trim().split('\n').slice(1)) {
    const [at = '', service = '', metric = '', value = ''] = line.split(',')
    const key = `${service} ${metric}`
    const found = series.get(key) ?? { service, metric, points: [] }
    found.points.push([at, Number(value)])
    series.set(key, found)
  }
  return [...series.values()]
}
