import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import fc from 'fast-check'
import { arbitraryRequests } from '../../../../packages/otlp/test/arbitrary-requests.js'
import { messageType, toOtlpJson } from '../../../../packages/otlp/test/otlp-schema.js'
import { nanoseconds, processRequest, receivedAt } from './otlp-items.js'

const subjects = [
  ['Traces', 'traces', 'proto-004-traces.pb'],
  ['Metrics', 'metrics', 'proto-002-metrics.pb'],
  ['Logs', 'logs', 'proto-001-logs.pb'],
] as const

/** Times within the retention instead of arbitrary ones, so that items become rows. */
function withTimes(request: unknown): unknown {
  if (Array.isArray(request)) return request.map(withTimes)
  if (typeof request !== 'object' || request === null || request instanceof Uint8Array) return request
  const entries = Object.entries(request).map(([key, value]: [string, unknown]) => [
    key,
    /^(?:start|observed)?timeUnixNano$/i.test(key) ? nanoseconds(1_000) : withTimes(value),
  ])
  return Object.fromEntries(entries) as unknown
}

describe('OTLP rows compared with protobufjs', () => {
  for (const [name, signal, capture] of subjects) {
    const type = messageType(name)
    const expectEqual = (bytes: Buffer) => {
      const meta = { receivedAt }
      const rows = processRequest(signal, bytes, { meta })
      expect(rows).to.deep.equal(processRequest(signal, toOtlpJson(type, bytes) as object, { meta }))
      return rows
    }

    it(`are the same for any ${name} request, read from its bytes and by protobufjs`, () => {
      fc.assert(
        fc.property(arbitraryRequests[name], (request) => {
          expectEqual(Buffer.from(type.encode(type.fromObject(withTimes(request) as object)).finish()))
        }),
        { numRuns: 200 },
      )
    })

    it(`are the same for ${name} requests of a real SDK`, () => {
      const rows = expectEqual(readFileSync(new URL(`../../../../test/fixtures/otlp/${capture}`, import.meta.url)))
      expect(rows).to.not.be.empty
    })
  }
})
