import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Incident } from './incident.js'

/** Writes an incident as a folder of files below a directory. @returns the folder. */
export async function writeIncident(directory: string, incident: Incident): Promise<string> {
  const folder = join(directory, incident.name)
  await mkdir(join(folder, 'context'), { recursive: true })
  const { alert, logs, metrics, spans, commits, deploys, flags, statusFeed, truth } = incident
  const rows = metrics.map(({ timestamp, service, metric, value }) => `${timestamp},${service},${metric},${value}`)
  const files: Record<string, string> = {
    'alert.json': toJson(alert),
    'logs.ndjson': `${logs.map((line) => JSON.stringify(line)).join('\n')}\n`,
    'metrics.csv': `timestamp,service,metric,value\n${rows.join('\n')}\n`,
    'traces.json': toJson(spans),
    'context/commits.json': toJson(commits),
    'context/deploys.json': toJson(deploys),
    'context/flags.json': toJson(flags),
    'ground_truth.json': toJson(truth),
    ...(statusFeed && { 'context/status_feed.json': toJson(statusFeed) }),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}
