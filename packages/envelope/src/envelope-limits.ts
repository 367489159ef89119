import { limits } from '@signalbox/contracts'
import type { Envelope, EnvelopeItem } from './envelope.js'
import { readItemCount } from './item-count.js'

export interface EnvelopeBreach {
  /** Type of the item that went over. */
  itemType: string
  /** The words the protocol answers with, status 413. */
  detail: string
}

/** Limits of item types that are counted together. */
interface ItemGroup {
  itemsMax?: number
  /** All items of the group together. */
  bytesMax?: number
  itemBytesMax?: number
  /** Containers: bytes divided by `item_count`. */
  entryBytesMax?: number
}

const limit = limits.envelope

const eventLike: ItemGroup = { itemsMax: limit.eventItemsMax, bytesMax: limit.eventBytesMax }
const attachments: ItemGroup = { itemsMax: limit.attachmentItemsMax, bytesMax: limit.attachmentBytesMax }
const sessions: ItemGroup = { itemsMax: limit.sessionItemsMax, bytesMax: limit.sessionBytesMax }
const clientReports: ItemGroup = { itemsMax: limit.clientReportItemsMax, bytesMax: limit.clientReportBytesMax }
const checkIns: ItemGroup = { itemsMax: 1, bytesMax: limit.checkInBytesMax }
const profiles: ItemGroup = { itemsMax: 1, bytesMax: limit.profileBytesMax }
const logs: ItemGroup = { itemsMax: 1, bytesMax: limit.containerBytesMax, entryBytesMax: limit.logEntryBytesMax }
const traceMetrics: ItemGroup = {
  itemsMax: 1,
  bytesMax: limit.containerBytesMax,
  entryBytesMax: limit.traceMetricEntryBytesMax,
}
const spanContainers: ItemGroup = {
  itemsMax: 1,
  bytesMax: limit.containerBytesMax,
  entryBytesMax: limit.standaloneSpanBytesMax,
}
const standaloneSpans: ItemGroup = {
  itemsMax: limit.standaloneSpanItemsMax,
  bytesMax: limit.containerBytesMax,
  itemBytesMax: limit.standaloneSpanBytesMax,
}
const replayRecordings: ItemGroup = { itemsMax: 1, bytesMax: limit.replayBytesMax }
const replayVideos: ItemGroup = { itemsMax: 1, bytesMax: limit.replayBytesMax }
const statsd: ItemGroup = { itemsMax: 1, bytesMax: limit.metricBucketBytesMax }
const metricBuckets: ItemGroup = { itemsMax: 1, bytesMax: limit.metricBucketBytesMax }

/** Item types that are not named here are unknown ones, which are exempt. */
const groupOfType = new Map<string, ItemGroup>([
  ['event', eventLike],
  ['transaction', eventLike],
  ['security', eventLike],
  ['raw_security', eventLike],
  ['feedback', eventLike],
  ['replay_event', eventLike],
  ['form_data', eventLike],
  ['attachment', attachments],
  ['unreal_report', attachments],
  ['user_report', attachments],
  ['session', sessions],
  ['sessions', sessions],
  ['client_report', clientReports],
  ['check_in', checkIns],
  ['profile', profiles],
  ['profile_chunk', profiles],
  ['profile_chunk_ui', profiles],
  ['log', logs],
  ['trace_metric', traceMetrics],
  ['replay_recording', replayRecordings],
  ['replay_video', replayVideos],
  ['statsd', statsd],
  ['metric_buckets', metricBuckets],
])

const spanContainerType = 'application/vnd.sentry.items.span.v2+json'

function findGroup(item: EnvelopeItem): ItemGroup | undefined {
  if (item.type !== 'span') return groupOfType.get(item.type)
  return item.header['content_type'] === spanContainerType ? spanContainers : standaloneSpans
}

/**
 * Holds an envelope against `limits.envelope`.
 * @returns the first breach in the order of the items, which refuses the whole envelope; undefined when there is none.
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
