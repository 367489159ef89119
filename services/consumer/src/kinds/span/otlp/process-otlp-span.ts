import type { Span } from '@signalbox/otlp'
import { dropped, type ItemResult } from '../../../batch/item-result.js'
import type { OtlpContext } from '../../../otlp/otlp-context.js'
import type { Origin } from '../../../otlp/origin.js'
import { toSpanResult } from '../span-rows.js'
import { toOtlpSpanRow } from './to-span-row.js'

/**
 * Processes an OTLP span.
 * @param span undefined if it is malformed.
 */
export function processOtlpSpan(span: Span | undefined, origin: Origin, context: OtlpContext): ItemResult {
  if (span === undefined) return dropped('span', 1, 'invalid_span')
  const { meta, rules, retentionDays } = context
  const row = toOtlpSpanRow(span, origin, rules.scrubber)
  const bounds = { receivedAt: meta.receivedAt, retentionDays: retentionDays.spans }
  const result = toSpanResult([row], bounds, () => {
    const { clientIp, userAgent } = meta
    return rules.filter.findItemReason({ release: origin.release, pageUrl: '' }, { clientIp, userAgent })
  })
  return { ...result, hasOwnTimes: true }
}
