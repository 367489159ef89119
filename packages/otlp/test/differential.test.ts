import { readFileSync } from 'node:fs'
import { decodeLogs, decodeMetrics, decodeTraces, type Group, type OtlpFormat } from '@signalbox/otlp'
import { expect } from 'chai'
import fc from 'fast-check'
import { arbitraryRequests } from './arbitrary-requests.js'
import { messageType, toOtlpJson } from './otlp-schema.js'

type Decode = (body: Uint8Array, format: OtlpFormat) => Group<unknown>[]

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/otlp/${name}`, import.meta.url))

const subjects: [name: keyof typeof arbitraryRequests, decode: Decode, capture: string][] = [
  ['Traces', decodeTraces, 'proto-004-traces.pb'],
  ['Metrics', decodeMetrics, 'proto-002-metrics.pb'],
  ['Logs', decodeLogs, 'proto-001-logs.pb'],
]

const read = (decoded: Group<unknown>[]) => decoded.map(({ items, ...rest }) => ({ ...rest, items: [...items] }))

describe('decoding compared with protobufjs', () => {
  for (const [name, decode, capture] of subjects) {
    const type = messageType(name)
    const expectEqual = (bytes: Uint8Array) => {
      const json = Buffer.from(JSON.stringify(toOtlpJson(type, bytes)))
      expect(read(decode(bytes, 'protobuf'))).to.deep.equal(read(decode(json, 'json')))
    }

    it(`reads any ${name} request written by protobufjs like protobufjs`, () => {
      fc.assert(
        fc.property(arbitraryRequests[name], (request) => {
          expectEqual(type.encode(type.fromObject(request)).finish())
        }),
        { numRuns: 300 },
      )
    })

    it(`reads ${name} requests of a real SDK like protobufjs, including unknown fields`, () => {
      const bytes = fixture(capture)
      expectEqual(bytes)
      expect(decode(bytes, 'protobuf').flatMap(({ items }) => [...items])).to.not.be.empty
      expectEqual(Buffer.concat([bytes, Buffer.from([0xfa, 0x3f, 0x02, 0x08, 0x01])]))
    })
  }
})
