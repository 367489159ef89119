import { readEventId, parseJson } from '@signalbox/contracts'
import { ProtocolError } from '../../requests/protocol-error.js'

export interface CheckInRequest {
  /** The slug from the path. */
  slug: string
  query: string
  contentType: string
  body: Uint8Array
}

/** A check-in as sent in envelopes; additional keys come from the body. */
export type CheckInPayload = Readonly<Record<string, unknown>>

const statuses: ReadonlySet<unknown> = new Set(['ok', 'in_progress', 'error'])
const slugForm = /^[\w.-]{1,50}$/
/** Refers to the latest unfinished run. */
const newestCheckIn = '0'.repeat(32)
const openingBrace = 0x7b

/**
 * Reads a check-in from a job without an SDK: from the query and from a JSON body, which takes precedence.
 * @throws ProtocolError 400
 */
export function readCheckIn(request: CheckInRequest): CheckInPayload {
  const fields = { ...readQuery(request.query), ...readBody(request) }
  const { status, duration, environment } = fields
  if (!statuses.has(status)) throw invalid('status must be one of ok, in_progress, error')
  if (duration !== undefined && !isDuration(duration)) throw invalid('duration must be a number of seconds')
  if (environment !== undefined && typeof environment !== 'string') throw invalid('environment must be text')
  const id = fields['check_in_id'] ?? newestCheckIn
  const checkInId = readEventId(id)
  if (checkInId === undefined) throw invalid('check_in_id must be a UUID')
  return { ...fields, check_in_id: checkInId, monitor_slug: readSlug(request.slug) }
}

interface CheckInFields {
  status?: unknown
  duration?: unknown
  environment?: unknown
  check_in_id?: unknown
}

function readQuery(query: string): CheckInFields {
  const parameters = new URLSearchParams(query)
  const text = (name: string) => parameters.get(name) ?? undefined
  const duration = text('duration')
  return withoutEmptyFields({
    status: text('status'),
    check_in_id: text('check_in_id'),
    environment: text('environment'),
    duration: duration === undefined || duration.trim() === '' ? duration : Number(duration),
  })
}

/** Ignores bodies that do not claim to be JSON, such as job output. */
function readBody({ contentType, body }: CheckInRequest): CheckInFields {
  const isJson = /^application\/(?:[\w.-]+\+)?json$/.test(contentType)
  if (body.length === 0 || !(isJson || body[0] === openingBrace)) return {}
  const payload = parseJson(Buffer.from(body).toString())
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw invalid('invalid JSON')
  return withoutEmptyFields(payload)
}

function withoutEmptyFields(fields: object): CheckInFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function readSlug(slug: string): string {
  const text = decode(slug)
  if (text === undefined || !slugForm.test(text)) throw invalid('the monitor slug is malformed')
  return text
}

function decode(word: string): string | undefined {
  try {
    return decodeURIComponent(word)
  } catch {
    return undefined // Not encoded properly: an answer here, not a failure.
  }
}

function invalid(cause: string): ProtocolError {
  return new ProtocolError(400, 'invalid check-in', { causes: [cause] })
}
