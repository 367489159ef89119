import { limits } from '@signalbox/contracts'
import { isJsonObject, normalizeEvent, type EventInput, type JsonObject } from '@signalbox/sentry-events'
import type { EventRevision, RevisableEvent } from '@signalbox/telemetry-store'
import { finishEvent } from '../kinds/error/process-event.js'
import { scriptsOfEvent } from '../kinds/error/symbolicate/scripts-of-event.js'
import { symbolicateEvent } from '../kinds/error/symbolicate/symbolicate-event.js'
import type { ProjectRules } from '../project/project-rules.js'
import type { ScriptLoader } from '../symbols/script-loader.js'
import { restoreRaw } from './restore-raw.js'

export interface ResymbolicateOptions {
  organizationId: string
  projectId: string
  rules: ProjectRules
  scripts: ScriptLoader
}

/** Fields of a payload that follow from its stacks. */
const revisedFields = ['exception', 'stacktrace', 'raw_stacktrace', 'threads', 'errors'] as const

/**
 * Resolves a stored event by what is uploaded now, from its frames as they were sent.
 * @returns undefined when it stays as it is: no more frames are resolved, parts of it were too large to be stored, or
 *   its issue is discarded by now.
 */
export async function resymbolicateEvent(
  stored: RevisableEvent,
  { organizationId, projectId, rules, scripts }: ResymbolicateOptions,
): Promise<EventRevision | undefined> {
  const kept: unknown = JSON.parse(stored.payload)
  if (!isJsonObject(kept) || kept['left_out'] !== undefined) return undefined
  const input = toInput(stored, { organizationId, projectId })
  const raw = normalizeEvent(restoreRaw(kept), input)
  const { release, dist } = raw
  const modules = await scripts.load({ projectId, release, dist, scripts: scriptsOfEvent(raw) })
  const finished = finishEvent(symbolicateEvent(raw, modules), input, rules)
  if (!finished.ok) return undefined
  const payload = replaceFields(kept, finished.row.payload)
  if (payload === undefined || payload === stored.payload || !payload.includes('"raw_stacktrace"')) return undefined
  const columns = { ...finished.row, payload }
  const { event_id, timestamp } = stored
  return { ...pickColumns(columns), event_id, timestamp }
}

function pickColumns(
  row: Omit<EventRevision, 'event_id' | 'timestamp'>,
): Omit<EventRevision, 'event_id' | 'timestamp'> {
  const { title, culprit, fingerprint, previous_fingerprint, grouping_version, grouping_components } = row
  const { stack_trace, payload } = row
  return {
    ...{ title, culprit, fingerprint, previous_fingerprint },
    ...{ grouping_version, grouping_components, stack_trace, payload },
  }
}

function toInput(
  { event_id: eventId, receivedAt }: RevisableEvent,
  { organizationId, projectId }: Pick<ResymbolicateOptions, 'organizationId' | 'projectId'>,
): EventInput {
  return {
    payload: undefined,
    organizationId,
    // A row has the id only.
    project: { id: projectId, number: 1, name: '' },
    receivedAt,
    sentAt: undefined,
    headerEventId: eventId,
    fallbackEventId: eventId,
    sdk: undefined,
    clientIp: undefined,
    userAgent: undefined,
  }
}

/** All else stays as it was stored. @returns undefined when it does not fit any longer. */
function replaceFields(kept: JsonObject, json: string): string | undefined {
  const made: unknown = JSON.parse(json)
  if (!isJsonObject(made) || made['left_out'] !== undefined) return undefined
  const replaced = Object.fromEntries(revisedFields.map((name) => [name, made[name]]))
  const payload = JSON.stringify({ ...kept, ...replaced })
  return Buffer.byteLength(payload) <= limits.event.payloadBytesMax ? payload : undefined
}
