import { Type } from 'typebox'

/** One event of a stream. */
export interface ServerSentEvent {
  /** What a caller names to go on behind it; without line breaks. */
  id: string
  /** Its kind, without line breaks. */
  event: string
  /** JSON. */
  data: unknown
}

/** Who watches a stream. */
export interface EventWatcher {
  /** The last event that the caller has seen, as it says: any text. Undefined when it has seen none. */
  lastEventId: string | undefined
  /** Aborts when the caller is gone or the server stops; the stream ends then. */
  signal: AbortSignal
}

/** Events as they happen as the answer of a route (`text/event-stream`), instead of JSON. */
export class EventStream {
  /**
   * Begins to watch. Whoever is given the events reads them to their end, or returns early.
   * @throws ServiceError when nobody more may watch.
   */
  readonly open: (watcher: EventWatcher) => AsyncIterable<ServerSentEvent>

  constructor(open: (watcher: EventWatcher) => AsyncIterable<ServerSentEvent>) {
    this.open = open
  }
}

/** Response of a route whose handler answers `EventStream`. */
export const EventStreamText = Type.Unsafe<EventStream>({ type: 'string', contentMediaType: 'text/event-stream' })
