import type { IncomingHttpHeaders } from 'node:http'
import { ProtocolError } from '../requests/protocol-error.js'

/** Credentials of an SDK request. */
export interface SentryAuth {
  /** 32 lower-case hex digits. */
  publicKey: string
  /** `sentry_client`: SDK name and version. */
  client: string | undefined
}

const schemeWord = 'sentry '
const versionMax = 7
const keyForm = /^[0-9a-f]{32}$/i

/**
 * Reads credentials from X-Sentry-Auth, Authorization (`Sentry` or `Basic`), the query, or the path.
 * @param pathKey Key from the path; undefined on paths that have none.
 * @returns undefined if there are none; the envelope's `dsn` may then be used instead.
 * @throws ProtocolError 401 for conflicting or unreadable credentials, 400 for an invalid key or version.
 */
export function readSentryAuth(headers: IncomingHttpHeaders, query: string, pathKey?: string): SentryAuth | undefined {
  const found = [
    readSchemeHeader(headers['x-sentry-auth']),
    readSchemeHeader(headers.authorization),
    readBasic(headers.authorization),
    query.includes('sentry_') ? new URLSearchParams(query) : undefined,
    pathKey === undefined ? undefined : new Map([['sentry_key', pathKey]]),
  ].filter((fields) => fields !== undefined)
  const [fields] = found
  if (fields === undefined) return undefined
  if (found.length > 1) throw new ProtocolError(401, 'multiple authorization payloads detected')
  return checkFields(fields)
}

/**
 * @param key As sent: 32 hex digits, optionally followed by a colon and a flag.
 * @returns the key in lower case. @throws ProtocolError 400
 */
export function readPublicKey(key: string): string {
  const [digits = ''] = key.split(':', 1)
  if (!keyForm.test(digits)) throw new ProtocolError(400, 'bad sentry DSN public key')
  return digits.toLowerCase()
}

interface AuthFields {
  get(name: string): string | null | undefined
}

function checkFields(fields: AuthFields): SentryAuth {
  const key = fields.get('sentry_key')
  const [version = ''] = (fields.get('sentry_version') ?? String(versionMax)).split('.', 1)
  if (!key || !/^\d{1,9}$/.test(version)) throw new ProtocolError(401, 'bad x-sentry-auth header')
  const publicKey = readPublicKey(key)
  if (Number(version) > versionMax) throw new ProtocolError(400, `unsupported protocol version (${Number(version)})`)
  return { publicKey, client: fields.get('sentry_client') ?? undefined }
}

/** `Sentry k=v, k=v`; other schemes are treated as absent. */
function readSchemeHeader(header: string | string[] | undefined): AuthFields | undefined {
  const text = Array.isArray(header) ? header[0] : header
  if (text?.slice(0, schemeWord.length).toLowerCase() !== schemeWord) return undefined
  const fields = new Map<string, string>()
  for (const part of text.slice(schemeWord.length).split(',')) {
    const separator = part.indexOf('=')
    if (separator !== -1) fields.set(part.slice(0, separator).trim(), part.slice(separator + 1).trim())
  }
  return fields
}

/** `Basic base64(key:secret)`. */
function readBasic(header: string | undefined): AuthFields | undefined {
  if (header?.slice(0, 6).toLowerCase() !== 'basic ') return undefined
  const [key = ''] = Buffer.from(header.slice(6), 'base64').toString('latin1').split(':', 1)
  return new Map([['sentry_key', key]])
}
