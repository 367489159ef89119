import type { ServerResponse } from 'node:http'
import { stringifyInPieces } from '../json/in-pieces.js'

/** Sends a value as JSON, serialized in pieces: a large response doesn't keep other requests waiting. */
export async function sendJson(res: ServerResponse, value: unknown, status = 200): Promise<void> {
  const pieces = await stringifyInPieces(value)
  // The client may have left in the meantime.
  if (res.destroyed) return
  res.statusCode = status
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader(
    'Content-Length',
    pieces.reduce((sum, { length }) => sum + length, 0),
  )
  for (const piece of pieces.slice(0, -1)) res.write(piece)
  res.end(pieces.at(-1))
}
