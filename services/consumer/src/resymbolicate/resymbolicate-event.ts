import { limits } from '@signalbox/contracts'
import {
  createRuleBudget,
  isJsonObject,
  normalizeEvent,
  storedEventInput,
  undoInAppRules,
  type JsonObject,
} from '@signalbox/sentry-events'
import type { EventRevision, RevisableEvent } from '@signalbox/telemetry-store'
import { finishEvent } from '../kinds/error/process-event.js'
import { scriptsOfEvent } from '../kinds/error/symbolicate/scripts-of-event.js'
import { countResolvedFrames, symbolicateEvent } from '../kinds/error/symbolicate/symbolicate-event.js'
import type { ProjectRules } from '../project/project-rules.js'
import type { ScriptLoader } from '../symbols/script-loader.js'
import { restoreRaw } from './restore-raw.js'

export interface ResymbolicateOptions {
  organizationId: string
  projectId: string
  rules: ProjectRules
  scripts: Pick<ScriptLoader, 'load'>
}

/** Payload fields that depend on the stacks. */
const revisedFields = ['exception', 'stacktrace', 'raw_stacktrace', 'threads', 'errors'] as const

/**
 * Resolves a stored event with the artifacts uploaded so far, from its frames as sent. Frames that were resolved
 * earlier stay resolved, even if their artifacts have been deleted.
 * @returns undefined if it stays unchanged: no additional frames are resolved, parts of it were or would become too
 * large to store, or its issue has since been discarded.
 */
export async function resymbolicateEvent(
  stored: RevisableEvent,
  { organizationId, projectId, rules, scripts }: ResymbolicateOptions,
): Promise<EventRevision | undefined> {
  const kept: unknown = JSON.parse(stored.payload)
  if (!isJsonObject(kept) || kept['left_out'] !== undefined) return undefined
  const { event_id, timestamp, receivedAt } = stored
  // A row only has the project's id.
  const project = { id: projectId, number: 1, name: '' }
  const input = storedEventInput({ eventId: event_id, receivedAt }, { organizationId, project })
  const raw = normalizeEvent(restoreRaw(kept), input)
  const { release, dist } = raw
  const modules = await scripts.load({ projectId, release, dist, scripts: scriptsOfEvent(raw) })
  if (![...modules.values()].some(({ state }) => state === 'mapped')) return undefined
  const earlier = normalizeEvent(undoInAppRules(kept), input)
  const event = symbolicateEvent(raw, modules, { earlier })
  if (countResolvedFrames(event) <= countResolvedFrames(earlier)) return undefined
  // A separate budget: the event is grouped as if it were alone, whatever else is in its page.
  const finished = finishEvent(event, input, { rules, ruleBudget: createRuleBudget() })
  if (!finished.ok) return undefined
  const payload = replaceFields(kept, finished.row.payload)
  return payload === undefined ? undefined : { ...finished.row, payload, event_id, timestamp }
}

/**
 * Everything else stays as stored.
 * @returns undefined if it no longer fits.
 */
function replaceFields(kept: JsonObject, json: string): string | undefined {
  const made: unknown = JSON.parse(json)
  if (!isJsonObject(made) || made['left_out'] !== undefined) return undefined
  const replaced = Object.fromEntries(revisedFields.map((name) => [name, made[name]]))
  const payload = JSON.stringify({ ...kept, ...replaced })
  return Buffer.byteLength(payload) <= limits.event.payloadBytesMax ? payload : undefined
}
