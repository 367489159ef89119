import type { ApiClient } from '@signalbox/api-client'
import { dayMs, exportedKinds, listTelemetryProjects, parseTimestamp, readSessionRecord } from '@signalbox/contracts'
import { bundleFormat, bundleVersion, type BundleLine } from './bundle-line.js'
import { readChanges, readDeployments, readTelemetry, type Range } from './read-installation.js'

export interface BundleRequest extends Range {
  /** Sessions whose transcripts are included. */
  sessions: readonly string[]
  /** Creation time, Unix milliseconds. */
  now: number
}

/** A change that went live within the range may have been made well before it. */
const changesBeforeDays = 7

/** Yields everything that an installation knows about a time range, line by line. */
export async function* exportBundle(
  api: ApiClient,
  { start, end, sessions, now }: BundleRequest,
): AsyncIterable<BundleLine> {
  yield {
    line: 'header',
    format: bundleFormat,
    version: bundleVersion,
    start,
    end,
    created_at: new Date(now).toISOString(),
  }
  const { projects } = await api.call(listTelemetryProjects, {})
  for (const { id, name } of projects) yield { line: 'project', id, name }
  for (const kind of exportedKinds) {
    for await (const item of readTelemetry(api, kind, { start, end })) yield { line: 'item', kind, item }
  }
  const changesStart = new Date((parseTimestamp(start) ?? 0) - changesBeforeDays * dayMs).toISOString()
  for (const change of await readChanges(api, { start: changesStart, end })) yield { line: 'change', change }
  for (const deployment of await readDeployments(api, { start: changesStart, end }))
    yield { line: 'deployment', deployment }
  for (const id of sessions) {
    yield { line: 'session', record: await api.call(readSessionRecord, { params: { session_id: id } }) }
  }
}
