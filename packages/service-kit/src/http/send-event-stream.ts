import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits, type EventStream, type ServerSentEvent } from '@signalbox/contracts'

export interface EventStreamOptions {
  /** Whether the caller may still watch: their key may have been revoked in the meantime. */
  isAllowed(): Promise<boolean>
  /** Aborted when the server stops. */
  ending?: AbortSignal
  /** Milliseconds. */
  heartbeatMs?: number
  /** Milliseconds. */
  stalledMsMax?: number
}

/**
 * Sends events as they happen, until the stream ends, the caller disconnects or loses access, or the server stops.
 * Comments in between keep proxies from closing the connection.
 * @throws ServiceError if the stream cannot be opened; nothing is sent then. Later errors cut the connection.
 */
export async function sendEventStream(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  stream: EventStream,
  options: EventStreamOptions,
): Promise<void> {
  if (req.method === 'HEAD') {
    writeHead(res)
    res.end()
    return
  }
  const { ending, heartbeatMs = limits.eventStream.heartbeatMs } = options
  const gone = new AbortController()
  const leave = () => {
    gone.abort()
  }
  res.once('close', leave)
  const signal = ending ? AbortSignal.any([gone.signal, ending]) : gone.signal
  const events = stream.open({ lastEventId: lastEventIdOf(req), signal })
  writeHead(res)
  const heartbeat = setInterval(() => void beat(res, options).catch(leave), heartbeatMs)
  try {
    for await (const event of events) await write(res, format(event), { signal, ...options })
  } catch (error) {
    // An aborted response must not look complete.
    if (!signal.aborted && !res.destroyed) throw error
  } finally {
    clearInterval(heartbeat)
  }
  res.end()
}

function writeHead(res: ServerResponse): void {
  res.statusCode = 200
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  // Some proxies buffer a response unless told otherwise.
  res.setHeader('X-Accel-Buffering', 'no')
  res.flushHeaders()
}

function lastEventIdOf(req: IncomingMessage): string | undefined {
  const given = req.headers['last-event-id']
  return typeof given === 'string' ? given : undefined
}

function format({ id, event, data }: ServerSentEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Ends the stream if the caller has lost access; sends nothing more to a caller that is not reading. */
async function beat(res: ServerResponse, options: EventStreamOptions): Promise<void> {
  if (!(await options.isAllowed())) res.end()
  else if (!res.writableNeedDrain && !res.writableEnded) res.write(': still here\n\n')
}

/** Waits while the caller is not reading. A caller that stalls too long is cut off, and its pending data is dropped. */
async function write(
  res: ServerResponse,
  text: string,
  { signal, stalledMsMax = limits.eventStream.stalledMsMax }: { signal: AbortSignal; stalledMsMax?: number },
): Promise<void> {
  signal.throwIfAborted()
  if (res.write(text)) return
  const stalled = AbortSignal.timeout(stalledMsMax)
  try {
    await once(res, 'drain', { signal: AbortSignal.any([signal, stalled]) })
  } catch (error) {
    if (stalled.aborted) res.destroy()
    throw error
  }
}
