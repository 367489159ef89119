import { Type } from 'typebox'

/** One event of a stream. */
export interface ServerSentEvent {
  /** Clients send it to resume after this event; must not contain line breaks. */
  id: string
  /** Its kind; must not contain line breaks. */
  event: string
  /** JSON. */
  data: unknown
}

/** A client that watches a stream. */
export interface EventWatcher {
  /** Id of the last event that the client received, unvalidated. Undefined if there is none. */
  lastEventId: string | undefined
  /** Aborts when the client disconnects or the server stops, which ends the stream. */
  signal: AbortSignal
}

/** A response with events as they happen (`text/event-stream`) instead of JSON. */
export class EventStream {
  /**
   * Opens the stream. The consumer must read the events to the end or return early.
   * @throws ServiceError if there are too many watchers.
   */
  readonly open: (watcher: EventWatcher) => AsyncIterable<ServerSentEvent>

  constructor(open: (watcher: EventWatcher) => AsyncIterable<ServerSentEvent>) {
    this.open = open
  }
}

/** Response of a route whose handler returns `EventStream`. */
export const EventStreamText = Type.Unsafe<EventStream>({ type: 'string', contentMediaType: 'text/event-stream' })
