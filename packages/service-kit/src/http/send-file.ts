import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FileContent, FileStream } from '@signalbox/contracts'

/** Media types that browsers never execute. Everything else, above all HTML and SVG, is sent as unknown bytes. */
const harmlessTypes: ReadonlySet<string> = new Set([
  'application/gzip',
  'application/json',
  'application/zip',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
])

const nameLengthMax = 150

/**
 * Sends a file as a download. Its sender may be hostile: it is never shown inline, its type is not sniffed, and if a
 * browser opens it anyway, it executes nothing and has no origin.
 * @throws errors of the file's stream; the response is cut off then.
 */
export async function sendFile(
  res: ServerResponse,
  { name, contentType, bytes }: FileContent,
  status = 200,
): Promise<void> {
  res.statusCode = status
  res.setHeader('Content-Type', safeContentType(contentType))
  res.setHeader('Content-Disposition', contentDisposition(name))
  res.setHeader('Content-Length', bytes.byteLength)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Content-Security-Policy', 'sandbox')
  if (bytes instanceof Uint8Array) res.end(bytes)
  else await sendStream(res, bytes)
}

async function sendStream(res: ServerResponse, { stream }: FileStream): Promise<void> {
  try {
    await pipeline(stream, res)
  } catch (error) {
    // A client that hangs up does not need the rest.
    if (stream.errored !== null && !isHangUp(stream.errored)) throw error
  }
}

function isHangUp(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function safeContentType(stated: string): string {
  const type = (stated.split(';', 1)[0] ?? '').trim().toLowerCase()
  return harmlessTypes.has(type) ? type : 'application/octet-stream'
}

/** RFC 6266: the name in ASCII for old clients, and unchanged for all others. */
function contentDisposition(name: string): string {
  const safe = safeFileName(name)
  const ascii = safe.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(safe)}`
}

/** Removes directories, control characters, bidirectional marks, and leading dots, which hide files. */
function safeFileName(name: string): string {
  // Via bytes, because a lone surrogate cannot be percent-encoded.
  const last =
    Buffer.from(name)
      .toString()
      .split(/[/\\]/)
      .findLast((part) => part.trim() !== '') ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '_').trim()
  return Array.from(clean.replace(/^\.+/, '')).slice(-nameLengthMax).join('') || 'attachment'
}

/** RFC 8187: percent-encodes everything except `attr-char`. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
