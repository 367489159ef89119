import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  FingerprintMove,
  ProjectSettingsDirectory,
  ResymbolicationPage,
  Resymbolications,
} from '@signalbox/service-kit'
import type { EventReviser, EventRevision, RevisableEvent } from '@signalbox/telemetry-store'
import { compileProjectRules } from '../project/project-rules.js'
import type { ScriptLoader } from '../symbols/script-loader.js'
import { resymbolicateEvent } from './resymbolicate-event.js'

export interface ResymbolicationPassOptions {
  resymbolications: Resymbolications
  reviser: EventReviser
  projectSettings: Pick<ProjectSettingsDirectory, 'readCurrentSettings'>
  scripts: Pick<ScriptLoader, 'load'>
}

/**
 * Resolves a page of stored events with source maps uploaded after them. The order allows a page to be repeated after a
 * crash at any point, with the same result:
 * 1. Resolve from the frames as sent.
 * 2. Assign the new fingerprints to the issues of the old ones: events stay in the same issue.
 * 3. Replace the events.
 * 4. Finish the page.
 * @returns A function that processes a page and returns whether there was one. It rejects if store or control plane are
 * unavailable, or if it is aborted before any change: the page is then repeated once its claim has expired.
 */
export function createResymbolicationPass(
  options: ResymbolicationPassOptions,
): (signal: AbortSignal) => Promise<boolean> {
  return async (signal) => {
    const page = await options.resymbolications.claimPage()
    if (page !== undefined) await resymbolicatePage(options, page, signal)
    return page !== undefined
  }
}

/** A stored event and its replacement. */
interface Change {
  stored: RevisableEvent
  revision: EventRevision
}

async function resymbolicatePage(
  options: ResymbolicationPassOptions,
  page: ResymbolicationPage,
  signal: AbortSignal,
): Promise<void> {
  const { resymbolications, reviser } = options
  const { organizationId, projectId, token, since: sinceMs, before } = page
  const events = await reviser.listUnresolved({ organizationId, projectId, sinceMs, before })
  const changes = await resolveEvents(options, page, { events, signal })
  const movable = await moveFingerprints(resymbolications, page, changes)
  await reviser.reviseEvents({ organizationId, projectId }, movable)
  const last = events.at(-1)
  const lookedAt = last === undefined ? null : { timestamp: last.timestamp, eventId: last.event_id }
  await resymbolications.finishPage({ projectId, token, lookedAt, events: events.length })
}

async function resolveEvents(
  { projectSettings, scripts }: ResymbolicationPassOptions,
  { organizationId, projectId }: ResymbolicationPage,
  { events, signal }: { events: readonly RevisableEvent[]; signal: AbortSignal },
): Promise<Change[]> {
  if (events.length === 0) return []
  const rules = compileProjectRules(await projectSettings.readCurrentSettings(projectId))
  const changes: Change[] = []
  for (const stored of events) {
    const revision = await resymbolicateEvent(stored, { organizationId, projectId, rules, scripts })
    if (revision !== undefined) changes.push({ stored, revision })
    await nextTurn() // The thread also serves requests.
    signal.throwIfAborted()
  }
  return changes
}

/** @returns The events that may be replaced. */
async function moveFingerprints(
  resymbolications: Resymbolications,
  { organizationId, projectId }: ResymbolicationPage,
  changes: readonly Change[],
): Promise<EventRevision[]> {
  const moves = new Map<string, FingerprintMove>()
  for (const { stored, revision } of changes) {
    const { fingerprint: from } = stored
    const { fingerprint: to } = revision
    const [before, after] = [textsOf(stored), textsOf(revision)]
    moves.set(moveKey(stored, revision), { organizationId, projectId, from, to, before, after })
  }
  if (moves.size === 0) return []
  const allowed = await resymbolications.moveFingerprints([...moves.values()])
  const byKey = new Map([...moves.keys()].map((key, index) => [key, allowed[index] === true]))
  return changes.flatMap(({ stored, revision }) => (byKey.get(moveKey(stored, revision)) === true ? [revision] : []))
}

function moveKey({ fingerprint: from }: RevisableEvent, { fingerprint: to }: EventRevision): string {
  return `${from}:${to}`
}

function textsOf({ title, culprit }: { title: string; culprit: string }) {
  return { title, culprit }
}
