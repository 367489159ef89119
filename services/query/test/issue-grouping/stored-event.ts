import { defaultProjectSettings, type GroupingSettings } from '@signalbox/contracts'
import { compileGroupingRules, groupEvent, normalizeEvent, toPayload } from '@signalbox/sentry-events'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { projectId, projectNumber } from '../support/fixed-world.js'
import { event, hexId, secondsAgo, type Seed } from '../support/rows.js'

/** An exception with one in-app frame. */
export function exception(type: string, value: string, functionName: string): Record<string, unknown> {
  const frames = [{ function: functionName, module: 'shop.cart', filename: 'cart.py', lineno: 7, in_app: true }]
  return { platform: 'python', exception: { values: [{ type, value, stacktrace: { frames } }] } }
}

/** The row of a payload, as stored by the consumer; events with higher numbers are older by a second each. */
export function storedEvent(
  number: number,
  payload: Record<string, unknown>,
  values: Partial<EventRow> = {},
  settings: GroupingSettings = defaultProjectSettings.grouping,
): Seed<EventRow> {
  const timestamp = secondsAgo(60 + number)
  const normal = normalizeEvent(payload, {
    payload,
    organizationId: '',
    project: { id: projectId, number: projectNumber, name: 'shop' },
    receivedAt: timestamp,
    sentAt: undefined,
    headerEventId: hexId(32, number),
    fallbackEventId: hexId(32, number),
    sdk: undefined,
    clientIp: undefined,
    userAgent: undefined,
  })
  const grouping = groupEvent(normal, compileGroupingRules(settings))
  return event({
    event_id: normal.eventId,
    timestamp,
    received_at: timestamp,
    title: grouping.title,
    fingerprint: grouping.fingerprint,
    grouping_version: grouping.version,
    grouping_components: grouping.explanation,
    payload: toPayload(grouping.event),
    ...values,
  })
}
