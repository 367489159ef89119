import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits, type EventStream, type ServerSentEvent } from '@signalbox/contracts'

export interface EventStreamOptions {
  /** Whether the caller may still watch: their key may have been revoked meanwhile. */
  isAllowed(): Promise<boolean>
  /** Aborts when the server stops. */
  ending?: AbortSignal
  /** Milliseconds. */
  heartbeatMs?: number
  /** Milliseconds. */
  stalledMsMax?: number
}

/**
 * Answers events as they happen, until the stream ends, the caller is gone or may not watch any more, or the server
 * stops. Comments in between keep proxies from closing the connection.
 * @throws ServiceError when the stream cannot be opened; nothing is sent then. Later errors cut the connection.
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
    // An answer that is broken off must not look complete.
    if (!signal.aborted && !res.destroyed) throw error
  } finally {
    clearInterval(heartbeat)
  }
  res.end()
}

function writeHead(res: ServerResponse): void {
  res.statusCode = 200
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  // Some proxies collect an answer before they pass it on, unless they are told not to.
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

/** A caller who lost the right to watch is sent away; one who reads nothing is not sent more. */
async function beat(res: ServerResponse, options: EventStreamOptions): Promise<void> {
  if (!(await options.isAllowed())) res.end()
  else if (!res.writableNeedDrain && !res.writableEnded) res.write(': still here\n\n')
}

/** Waits while the caller does not read. One who does not for too long is cut off, and what waits for it is forgotten. */
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
