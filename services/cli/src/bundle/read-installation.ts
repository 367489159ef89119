import type { ApiClient } from '@signalbox/api-client'
import {
  exportTelemetry,
  limits,
  listChanges,
  listDeployments,
  type Change,
  type Deployment,
  type ExportedKind,
} from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'
import type { TelemetryItem } from './bundle-line.js'

/** A time range, ISO 8601: start inclusive, end exclusive. */
export interface Range {
  start: string
  end: string
}

/** Yields all telemetry of a kind in a range, oldest first. */
export async function* readTelemetry(api: ApiClient, kind: ExportedKind, range: Range): AsyncIterable<TelemetryItem> {
  for (let offset: number | null = 0; offset !== null;) {
    const page: { items: TelemetryItem[]; next_offset: number | null } = await api.call(exportTelemetry, {
      query: { ...range, kind, offset },
    })
    yield* page.items
    offset = page.next_offset
  }
}

/** Returns all changes in a range except deployments, which have more fields than this list shows. */
export async function readChanges(api: ApiClient, range: Range): Promise<Change[]> {
  const changes = await readPages(async (offset) => {
    const query = { ...range, limit: limits.query.listLimitMax, offset }
    const { changes: items, has_more } = await api.call(listChanges, { query })
    return { items, has_more }
  })
  return changes.filter(({ kind }) => kind !== 'deployment')
}

export function readDeployments(api: ApiClient, range: Range): Promise<Deployment[]> {
  return readPages(async (offset) => {
    const query = { ...range, limit: limits.query.listLimitMax, offset }
    const { deployments: items, has_more } = await api.call(listDeployments, { query })
    return { items, has_more }
  })
}

/** @throws CommandFailure if the next page is missing: an incomplete result would go unnoticed. */
async function readPages<T>(read: (offset: number) => Promise<{ items: T[]; has_more: boolean }>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const { items, has_more: hasMore } = await read(all.length)
    all.push(...items)
    if (!hasMore) return all
    if (items.length === 0) throw new CommandFailure('the data changed while it was read: try again')
  }
}
