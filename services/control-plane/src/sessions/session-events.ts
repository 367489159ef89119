import { EventStream, type ServerSentEvent } from '@signalbox/contracts'
import { StreamPlaces, type ApiCaller, type StreamLimits } from '@signalbox/service-kit'
import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'
import { toSessionStep, toSessionSummary } from './session-shape.js'

type Store = Pick<SessionStores, 'agentSessions'>

/**
 * Streams session events. An event's id is the arrival number of its step, and the end has the number after the last,
 * so that a client can resume where it left off, even in another process.
 */
export function createSessionEvents(store: Store, streamLimits?: StreamLimits) {
  const places = new StreamPlaces(streamLimits)
  return (session: AgentSessionRow, caller: Pick<ApiCaller, 'organizationId' | 'keyId'>): EventStream =>
    new EventStream(({ lastEventId, signal }) => {
      const leave = places.take(caller)
      return follow({ store, session, after: readEventId(lastEventId), signal, leave })
    })
}

/** Anything but one of our own ids starts from the beginning. */
function readEventId(given: string | undefined): number {
  return given !== undefined && /^\d{1,9}$/.test(given) ? Number(given) : 0
}

interface Following {
  store: Store
  session: AgentSessionRow
  /** Number of the last event that the client has seen. */
  after: number
  signal: AbortSignal
  leave(): void
}

/** Steps are read at the client's pace, so a slow client costs no memory. */
async function* follow(following: Following): AsyncGenerator<ServerSentEvent> {
  const { store, session, signal } = following
  const changes = listen(store, session.id, signal)
  let last = following.after
  try {
    while (!signal.aborted) {
      const changed = changes.next()
      const event = nextEvent(store, session, last)
      if (event === 'none') await changed
      else if (event === 'over') return
      else yield event
      if (typeof event === 'object') last = Number(event.id)
    }
  } finally {
    changes.stop()
    following.leave()
  }
}

/** @returns `none` if there is nothing new yet, `over` if there will be nothing more. */
function nextEvent(
  { agentSessions }: Store,
  session: AgentSessionRow,
  last: number,
): ServerSentEvent | 'none' | 'over' {
  const [row] = agentSessions.listArrivals({ sessionId: session.id, after: last, limit: 1 })
  if (row) return { id: String(row.arrival), event: 'step', data: toSessionStep(row) }
  const now = agentSessions.find(session.organization_id, session.id)
  if (now?.status === 'active') return 'none'
  const end = agentSessions.countSteps(session.id) + 1
  if (now === undefined || last >= end) return 'over'
  const failure = now.failure === null ? {} : { failure: now.failure }
  return { id: String(end), event: 'status', data: { ...toSessionSummary(now), ...failure } }
}

/** Returns changes of one session. Request the next change before reading the session, so that none is missed. */
function listen({ agentSessions }: Store, sessionId: string, signal: AbortSignal) {
  let wake: () => void = () => undefined
  const ring = () => {
    wake()
  }
  const stopListening = agentSessions.onChange((id) => {
    if (id === sessionId) ring()
  })
  signal.addEventListener('abort', ring)
  return {
    next: () =>
      new Promise<void>((resolve) => {
        wake = resolve
      }),
    stop: () => {
      stopListening()
      signal.removeEventListener('abort', ring)
    },
  }
}
