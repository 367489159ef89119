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

/** Fields of a payload that follow from its stacks. */
const revisedFields = ['exception', 'stacktrace', 'raw_stacktrace', 'threads', 'errors'] as const

/**
 * Resolves a stored event by what is uploaded now, from its frames as they were sent. Frames that were resolved before
 * stay so, whatever has been deleted since.
 * @returns undefined when it stays as it is: no more frames are resolved, parts of it were or would be too large to be
 *   stored, or its issue is discarded by now.
 */
export async function resymbolicateEvent(
  stored: RevisableEvent,
  { organizationId, projectId, rules, scripts }: ResymbolicateOptions,
): Promise<EventRevision | undefined> {
  const kept: unknown = JSON.parse(stored.payload)
  if (!isJsonObject(kept) || kept['left_out'] !== undefined) return undefined
  const { event_id, timestamp, receivedAt } = stored
  // A row has the project's id only.
  const project = { id: projectId, number: 1, name: '' }
  const input = storedEventInput({ eventId: event_id, receivedAt }, { organizationId, project })
  const raw = normalizeEvent(restoreRaw(kept), input)
  const { release, dist } = raw
  const modules = await scripts.load({ projectId, release, dist, scripts: scriptsOfEvent(raw) })
  if (![...modules.values()].some(({ state }) => state === 'mapped')) return undefined
  const earlier = normalizeEvent(undoInAppRules(kept), input)
  const event = symbolicateEvent(raw, modules, { earlier })
  if (countResolvedFrames(event) <= countResolvedFrames(earlier)) return undefined
  // A budget of its own: by the rules it is grouped as if it came alone, whatever else is on its page.
  const finished = finishEvent(event, input, { rules, ruleBudget: createRuleBudget() })
  if (!finished.ok) return undefined
  const payload = replaceFields(kept, finished.row.payload)
  return payload === undefined ? undefined : { ...finished.row, payload, event_id, timestamp }
}

/** All else stays as it was stored. @returns undefined when it does not fit any longer. */
function replaceFields(kept: JsonObject, json: string): string | undefined {
  const made: unknown = JSON.parse(json)
  if (!isJsonObject(made) || made['left_out'] !== undefined) return undefined
  const replaced = Object.fromEntries(revisedFields.map((name) => [name, made[name]]))
  const payload = JSON.stringify({ ...kept, ...replaced })
  return Buffer.byteLength(payload) <= limits.event.payloadBytesMax ? payload : undefined
}
