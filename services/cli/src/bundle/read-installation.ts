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

/** A stretch of time, ISO 8601, start inclusive and end exclusive. */
export interface Range {
  start: string
  end: string
}

/** All telemetry of a kind and range, oldest first. */
export async function* readTelemetry(api: ApiClient, kind: ExportedKind, range: Range): AsyncIterable<TelemetryItem> {
  for (let offset: number | null = 0; offset !== null;) {
    const page: { items: TelemetryItem[]; next_offset: number | null } = await api.call(exportTelemetry, {
      query: { ...range, kind, offset },
    })
    yield* page.items
    offset = page.next_offset
  }
}

/** All changes of a range but deployments, which have more to say than they are listed with here. */
export async function readChanges(api: ApiClient, range: Range): Promise<Change[]> {
  const changes = await readPages(async (offset) => {
    const query = { ...range, limit: limits.query.errorsLimitMax, offset }
    const { changes: items, has_more } = await api.call(listChanges, { query })
    return { items, has_more }
  })
  return changes.filter(({ kind }) => kind !== 'deployment')
}

export function readDeployments(api: ApiClient, range: Range): Promise<Deployment[]> {
  return readPages(async (offset) => {
    const query = { ...range, limit: limits.query.errorsLimitMax, offset }
    const { deployments: items, has_more } = await api.call(listDeployments, { query })
    return { items, has_more }
  })
}

/** @throws CommandFailure when what should follow is not there: all of it is needed, and nobody would see that some is missing. */
async function readPages<T>(read: (offset: number) => Promise<{ items: T[]; has_more: boolean }>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const { items, has_more: hasMore } = await read(all.length)
    all.push(...items)
    if (!hasMore) return all
    if (items.length === 0) throw new CommandFailure('the data changed while it was read: try again')
  }
}
