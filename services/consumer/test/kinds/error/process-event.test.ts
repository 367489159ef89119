import { expect } from 'chai'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { processEvent } from '../../../src/kinds/error/process-event.js'
import { eventInput, fallbackEventId, rowOf } from './event-input.js'
import { clientIp, readRecordedEvents, type ExpectedEvent } from './recorded-events.js'

/** Lone surrogates are replaced: no UTF-8 text can hold them. */
function storable(text: string | null | undefined): string {
  return (text ?? '').replace(/\p{Surrogate}/gu, '\ufffd')
}

function storedUser(user: Record<string, string> | undefined): unknown {
  if (user === undefined) return ''
  return user['ip_address'] === '{{auto}}' ? { ...user, ip_address: clientIp } : user
}

function expectRow(row: EventRow, expected: ExpectedEvent): void {
  const { main_exception: main, sdk, trace } = expected
  expect(row).to.include({
    event_id: expected.event_id,
    level: expected.level,
    exception_type: storable(main?.type),
    exception_value: storable(main?.value),
    platform: expected.platform,
    sdk_name: sdk.name ?? '',
    sdk_version: sdk.version ?? '',
    release: expected.release ?? '',
    dist: expected.dist ?? '',
    environment: expected.environment ?? '',
    server_name: expected.server_name ?? '',
    transaction: expected.transaction ?? '',
    trace_id: trace.trace_id ?? '',
    span_id: trace.span_id ?? '',
  })
  expect(row.tags).to.deep.equal(expected.tags ?? {})
  if (expected.message !== undefined) expect(row.message).to.equal(messageOf(expected.message))
  // Browser events get the sender's address, whatever the recording contains.
  if (row.platform !== 'javascript')
    expect(row.user === '' ? '' : JSON.parse(row.user)).to.deep.equal(storedUser(expected.user))
}

function messageOf(message: NonNullable<ExpectedEvent['message']>): string | undefined {
  return typeof message === 'string' ? message : (message.formatted ?? message.message)
}

interface StoredPayload {
  exception?: { type?: string; value?: string; mechanism?: { handled?: boolean }; stacktrace?: { frames: unknown[] } }[]
  extra?: Record<string, unknown>
  breadcrumbs?: unknown[]
  fingerprint?: string[]
}

function expectPayload(payload: StoredPayload, expected: ExpectedEvent): void {
  const chain = expected.exceptions_oldest_first ?? []
  expect(payload.exception ?? []).to.have.length(chain.length)
  for (const [index, exception] of (payload.exception ?? []).entries()) {
    expect(exception.type ?? '').to.equal(storable(chain[index]?.type))
    expect(exception.value ?? '').to.equal(storable(chain[index]?.value))
    expect(exception.mechanism?.handled ?? null).to.equal(chain[index]?.handled)
    expect(exception.stacktrace?.frames ?? []).to.have.length(chain[index]?.frames ?? 0)
  }
  expect(Object.keys(payload.extra ?? {})).to.have.members(expected.extra_keys ?? [])
  expect(payload.breadcrumbs ?? []).to.have.length(expected.breadcrumbs ?? 0)
  expect(payload.fingerprint).to.deep.equal(expected.fingerprint)
}

describe('processEvent', () => {
  it('returns what the scripts raised, for every recorded event', async () => {
    const events = await readRecordedEvents()
    expect(events.length).to.be.greaterThan(20)
    for (const { file, input, expected } of events) {
      const result = processEvent(input)
      if (!result.ok) throw new Error(`${file}: ${result.reason}`)
      try {
        expectRow(result.row, expected)
        expectPayload(JSON.parse(result.row.payload) as StoredPayload, expected)
      } catch (error) {
        throw new Error(file, { cause: error })
      }
    }
  })

  it('rejects only payloads that are not objects', () => {
    for (const payload of [null, undefined, 1, 'text', true, []]) {
      expect(processEvent(eventInput(payload))).to.include({ ok: false, reason: 'invalid_event' })
    }
    expect(processEvent(eventInput({})).ok).to.equal(true)
  })

  it("takes the header's id first, then the payload's, then the given one", () => {
    const own = '0123456789ABCDEF0123456789ABCDEF'
    const header = 'a'.repeat(32)
    expect(rowOf({ event_id: own }, { headerEventId: header }).event_id).to.equal(header)
    expect(rowOf({ event_id: own }).event_id).to.equal(own.toLowerCase())
    expect(rowOf({ event_id: '01234567-89ab-cdef-0123-456789abcdef' }).event_id).to.equal(own.toLowerCase())
    expect(rowOf({ event_id: 'none' }).event_id).to.equal(fallbackEventId)
  })

  it('returns the same row for the same input', () => {
    const payload = { message: 'x', tags: { a: 1 }, timestamp: 1_768_046_400 }
    expect(rowOf(payload)).to.deep.equal(rowOf(structuredClone(payload)))
  })
})
