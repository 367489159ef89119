import {
  cancelAgentSession,
  confirmReport,
  correctReport,
  createAgentSession,
  listAgentSessions,
  readAgentSession,
  readSessionEvidence,
  readSessionRecord,
  toTimestamp,
  watchAgentSession,
  ServiceError,
  limits,
  type FieldFault,
  type SessionRequest,
} from '@signalbox/contracts'
import { createPageLinks, createRoute, type ApiCaller, type Clock, type Route } from '@signalbox/service-kit'
import { finishSession, type SessionEndObserver } from './finish-session.js'
import { readEvidence } from './read-evidence.js'
import { reviewSession, type Reviewing } from './review-session.js'
import { createSessionEvents } from './session-events.js'
import { readSessionRecord as readSteps } from './session-record.js'
import { readSessionDetail, toSessionCreated, toSessionSummary } from './session-shape.js'
import { startSession } from './start-session.js'
import type { SessionStores } from './store/session-stores.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'
import type { AgentSessionRow } from './store/agent-sessions.js'

/** Dependencies of the routes for agent sessions. */
export interface SessionRouteDependencies {
  store: SessionStores
  /** The base URL of DSNs and links. */
  publicUrl: string
  clock: Clock
  onSessionEnded: SessionEndObserver
}

/** Routes for agent sessions. */
export function createSessionRoutes({ store, publicUrl, clock, onSessionEnded }: SessionRouteDependencies): Route[] {
  const eventsOf = createSessionEvents(store)
  const review = (caller: ApiCaller, sessionId: string, said: Pick<Reviewing, 'note' | 'correction'>) => {
    const now = clock()
    reviewSession(store, { session: requireSession(store, caller.organizationId, sessionId), caller, ...said, now })
    return readSessionDetail(store, requireSession(store, caller.organizationId, sessionId), now)
  }
  return [
    createRoute(listAgentSessions, ({ caller: { organizationId }, query }) => {
      const { status, origin, review, page, page_size: pageSize } = query
      const filter = { organizationId, status, originKind: origin, review }
      const rows = store.agentSessions.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
      const count = store.agentSessions.count(filter)
      const links = createPageLinks({
        publicUrl,
        path: listAgentSessions.path,
        query: { status, origin, review },
        page,
        pageSize,
        count,
      })
      return { sessions: rows.map(toSessionSummary), ...links }
    }),
    createRoute(createAgentSession, ({ caller: { organizationId }, body }) => {
      refuseLongTexts(body)
      const { prompt, context = {} } = body
      const origin = { kind: 'manual', id: null } as const
      const open = { organizationId, status: 'active' as const, originKind: undefined, review: undefined }
      enforceCapacity('openSessions', store.agentSessions.count(open))
      return toSessionCreated(startSession(store, { organizationId, prompt, context, origin, now: clock() }))
    }),
    createRoute(readAgentSession, ({ caller, params }) =>
      readSessionDetail(store, requireSession(store, caller.organizationId, params.session_id), clock()),
    ),
    createRoute(readSessionEvidence, ({ caller, params }) => {
      const session = requireSession(store, caller.organizationId, params.session_id)
      return readEvidence(store, session.id, params.evidence_id)
    }),
    createRoute(watchAgentSession, ({ caller, params }) =>
      eventsOf(requireSession(store, caller.organizationId, params.session_id), caller),
    ),
    createRoute(cancelAgentSession, ({ caller: { organizationId }, params }) => {
      const now = clock()
      const session = requireSession(store, organizationId, params.session_id)
      finishSession({ store, onSessionEnded }, { session, end: { status: 'cancelled' }, now })
      return readSessionDetail(store, requireSession(store, organizationId, params.session_id), now)
    }),
    createRoute(confirmReport, ({ caller, params, body: { note = '' } }) =>
      review(caller, params.session_id, { note }),
    ),
    createRoute(correctReport, ({ caller, params, body: { note = '', ...correction } }) =>
      review(caller, params.session_id, { note, correction }),
    ),
    createRoute(readSessionRecord, async ({ caller, params }) => {
      const row = requireSession(store, caller.organizationId, params.session_id)
      const { session_id, prompt, context, origin, created_at, status, report, review } = readSessionDetail(
        store,
        row,
        clock(),
      )
      return {
        session: { session_id, prompt, context, origin, created_at, status, report, ...(review && { review }) },
        as_of: row.as_of === null ? null : toTimestamp(row.as_of),
        steps: (await readSteps(store, row.id)).map(({ step, results }) => ({ step, results: { ...results } })),
      }
    }),
  ]
}

/** @param id Case-insensitive. @throws ServiceError `not-found`, also for sessions of other organizations. */
function requireSession(
  { agentSessions }: Pick<SessionStores, 'agentSessions'>,
  organizationId: string,
  id: string,
): AgentSessionRow {
  const session = agentSessions.find(organizationId, id.toLowerCase())
  if (session === undefined) throw new ServiceError('not-found', { detail: `No such session: ${id}` })
  return session
}

/**
 * Rejects texts that exceed the limit in bytes, which the schema cannot check.
 * @throws ServiceError `invalid-body` naming the fields.
 */
function refuseLongTexts({ prompt, context = {} }: SessionRequest): void {
  const faults = [
    ...faultOf('/prompt', prompt, limits.text.promptBytesMax),
    ...faultOf('/context', JSON.stringify(context), limits.agentSession.contextBytesMax),
  ]
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function faultOf(name: string, text: string, bytesMax: number): FieldFault[] {
  const bytes = Buffer.byteLength(text)
  return bytes <= bytesMax ? [] : [{ in: 'body', name, detail: `must be at most ${bytesMax} bytes, got ${bytes}` }]
}
