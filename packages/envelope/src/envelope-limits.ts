import { itemTypes, limits, type SizeGroup } from '@signalbox/contracts'
import type { Envelope, EnvelopeItem } from './envelope.js'
import { readItemCount } from './item-count.js'

export interface EnvelopeBreach {
  /** Type of the item that exceeded a limit. */
  itemType: string
  /** Detail of the protocol's 413 response. */
  detail: string
}

/** Limits shared by a group of item types. */
interface ItemGroup {
  itemsMax?: number
  /** Total size of the group's items. */
  bytesMax?: number
  itemBytesMax?: number
  /** For containers: average entry size, bytes divided by `item_count`. */
  entryBytesMax?: number
}

const limit = limits.envelope

const standaloneSpans: ItemGroup = {
  itemsMax: limit.standaloneSpanItemsMax,
  bytesMax: limit.containerBytesMax,
  itemBytesMax: limit.standaloneSpanBytesMax,
}

const groups: { readonly [Name in SizeGroup]: ItemGroup } = {
  events: { itemsMax: limit.eventItemsMax, bytesMax: limit.eventBytesMax },
  attachments: { itemsMax: limit.attachmentItemsMax, bytesMax: limit.attachmentBytesMax },
  sessions: { itemsMax: limit.sessionItemsMax, bytesMax: limit.sessionBytesMax },
  client_reports: { itemsMax: limit.clientReportItemsMax, bytesMax: limit.clientReportBytesMax },
  check_ins: { itemsMax: 1, bytesMax: limit.checkInBytesMax },
  profiles: { itemsMax: 1, bytesMax: limit.profileBytesMax },
  logs: { itemsMax: 1, bytesMax: limit.containerBytesMax, entryBytesMax: limit.logEntryBytesMax },
  trace_metrics: { itemsMax: 1, bytesMax: limit.containerBytesMax, entryBytesMax: limit.traceMetricEntryBytesMax },
  spans: { itemsMax: 1, bytesMax: limit.containerBytesMax, entryBytesMax: limit.standaloneSpanBytesMax },
  replay_recordings: { itemsMax: 1, bytesMax: limit.replayBytesMax },
  replay_videos: { itemsMax: 1, bytesMax: limit.replayBytesMax },
  statsd: { itemsMax: 1, bytesMax: limit.metricBucketBytesMax },
  metric_buckets: { itemsMax: 1, bytesMax: limit.metricBucketBytesMax },
}

const spanContainerType = 'application/vnd.sentry.items.span.v2+json'

/** Unknown item types are exempt. */
function findGroup(item: EnvelopeItem): ItemGroup | undefined {
  const name = itemTypes.get(item.type)?.sizes
  if (name === 'spans' && item.header['content_type'] !== spanContainerType) return standaloneSpans
  return name && groups[name]
}

/**
 * Checks an envelope against `limits.envelope`.
 * @returns the first violation in item order, which rejects the whole envelope; undefined if there is none.
 */
export function checkEnvelopeLimits(envelope: Pick<Envelope, 'items'>): EnvelopeBreach | undefined {
  const totals = new Map<ItemGroup, { items: number; bytes: number }>()
  for (const item of envelope.items) {
    if (item.index >= limit.itemsMax) return describeBreach(item.type, `more than ${limit.itemsMax} items`)
    const group = findGroup(item)
    if (group === undefined) continue
    const total = totals.get(group) ?? { items: 0, bytes: 0 }
    total.items += 1
    total.bytes += item.payload.length
    totals.set(group, total)
    const fault = findFault(item, group, total)
    if (fault !== undefined) return describeBreach(item.type, fault)
  }
  return undefined
}

function findFault(item: EnvelopeItem, group: ItemGroup, total: { items: number; bytes: number }): string | undefined {
  const bytes = item.payload.length
  const { itemsMax = Infinity, bytesMax = Infinity, itemBytesMax = Infinity, entryBytesMax = Infinity } = group
  if (total.items > itemsMax) return `more than ${itemsMax} in one envelope`
  if (total.bytes > bytesMax) return `more than ${bytesMax} bytes`
  if (bytes > itemBytesMax) return `more than ${itemBytesMax} bytes each`
  const entries = readItemCount(item)
  return bytes / entries > entryBytesMax ? `more than ${entryBytesMax} bytes for each entry` : undefined
}

function describeBreach(itemType: string, fault: string): EnvelopeBreach {
  return { itemType, detail: `envelope exceeded size limits for type '${itemType}' (${fault})` }
}
