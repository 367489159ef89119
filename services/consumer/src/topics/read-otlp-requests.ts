import { limits, otlpMetaCodec, type OtlpMeta } from '@signalbox/contracts'
import { decodeBody } from '@signalbox/envelope'
import type { LogRecord } from '@signalbox/event-log'
import { createRuleBudget } from '@signalbox/sentry-events'
import { listOtlpItems, type OtlpItem, type OtlpRequestContext } from './list-otlp-items.js'
import { defaultProjectRules, rulesOf } from '../project/project-rules.js'
import { scopeOfOtlp } from './read-record-scope.js'
import type { RecordContext, RecordReader } from './record-reader.js'
import { isWanted } from './replayed-item.js'
import { addUnreadableRecord } from './unreadable-record.js'

/** Topic `otlp`: one OTLP request per record. */
export const readOtlpRequests: RecordReader = async (record, context) => {
  const { collector } = context
  let scope: ReturnType<typeof scopeOfOtlp> | undefined
  let items: Iterable<OtlpItem>
  let meta: OtlpMeta
  try {
    meta = otlpMetaCodec.decode(record.headers)
    collector.noteReceived(meta.receivedAt)
    scope = scopeOfOtlp(meta)
    const body = await decodeBody(record.value, meta.encoding, { bytesMax: limits.body.otlpBytesMax })
    items = listOtlpItems(body, toOtlpContext(record, meta, context))
  } catch (error) {
    addUnreadableRecord(collector, record, error, scope)
    return
  }
  let itemIndex = 0
  for (const { kind, process, spikes } of items) {
    if (isWanted(meta.replay, itemIndex)) {
      collector.addItem({ scope, record, itemIndex, kind, quantity: 1, spikes }, process)
    }
    itemIndex += 1
  }
}

function toOtlpContext(
  record: LogRecord,
  meta: OtlpMeta,
  { retentionDays, settings, ruleBudgets, source, seriesMemory }: RecordContext,
): OtlpRequestContext {
  const rules = meta.project === undefined ? defaultProjectRules : rulesOf(meta.project, settings)
  const place = meta.replay?.source
  const position = place ? `${place.topic}:${place.partition}:${place.offset}` : `${source}:${record.offset}`
  const { organizationId, project } = meta
  const ruleBudget = project === undefined ? createRuleBudget() : ruleBudgets.of(organizationId, project)
  return {
    meta,
    retentionDays,
    rules,
    ruleBudget,
    rememberedSeries: () => {
      return seriesMemory.of(JSON.stringify([organizationId, project?.id, project?.name]), rules, meta.receivedAt)
    },
    itemPosition: (itemIndex) => `${position}:${itemIndex}`,
  }
}
