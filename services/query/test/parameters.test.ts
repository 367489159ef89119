import {
  clusterNodes,
  clusterOverview,
  clusterTop,
  queryErrors,
  queryMetrics,
  queryStats,
  queryTraces,
  readErrors,
  type RouteContract,
} from '@signalbox/contracts'
import { expect } from 'chai'
import { openService, type QueryService } from './support/query-service.js'

const view = {
  valid: { hours_back: ['1', '24'], end: ['2026-06-10T00:00:00Z'], cluster: ['main'] },
  invalid: { hours_back: ['0', '25', 'x', ''], end: ['x'], cluster: [''] },
}

/** For each route: required parameters, valid values, and invalid values. */
const routes: {
  contract: RouteContract
  required?: Record<string, string>
  valid: Record<string, string[]>
  invalid: Record<string, string[]>
}[] = [
  {
    contract: queryErrors,
    valid: {
      since: ['1h', '6h', '24h', '7d', '30d', '90m', '3d'],
      level: ['error', 'warning', 'info'],
      limit: ['1', '1000'],
      offset: ['0', '1000000'],
      search: ['x'.repeat(1000)],
    },
    invalid: {
      since: ['', '5m', '90d', '1H', '24'],
      level: ['', 'fatal', 'debug', 'ERROR'],
      limit: ['0', '1001', '-1', '1.5', 'ten', ''],
      offset: ['-1', '1000001', 'x'],
      search: ['', 'x'.repeat(1001)],
      event_id: ['', 'abc', 'g'.repeat(32), 'a'.repeat(33)],
      fingerprint: ['', 'abc'],
      handled: ['', 'maybe'],
      unknown: ['x'],
      project_id: ['', 'abc', '0'],
      start: ['', 'yesterday', '2026-13-01T00:00:00Z'],
      end: ['', '1718020800'],
    },
  },
  {
    contract: readErrors,
    required: { action: 'recent' },
    valid: { hours_back: ['1', '2160'], level: ['info'], limit: ['1000'], offset: ['5'] },
    invalid: {
      action: ['', 'list'],
      hours_back: ['0', '2161', 'x', ''],
      level: ['fatal'],
      limit: ['1001'],
      offset: ['-1'],
      query: [''],
      project_id: ['abc'],
      end: ['x'],
    },
  },
  {
    contract: queryMetrics,
    valid: { since: ['5m', '15m', '1h', '6h', '24h'], limit: ['1', '10000'], offset: ['10'] },
    invalid: {
      since: ['7d', ''],
      limit: ['0', '10001'],
      offset: ['-1'],
      cluster: [''],
      namespace: [''],
      pod: [''],
      container: [''],
      metric: [''],
      start: ['x'],
      end: ['x'],
    },
  },
  {
    contract: queryTraces,
    valid: { since: ['5m', '15m', '1h', '6h', '24h', '7d', '30d'], limit: ['1', '1000'], min_duration_ms: ['0', '10'] },
    invalid: {
      since: ['90d'],
      limit: ['0', '1001'],
      offset: ['-1'],
      service: [''],
      operation: [''],
      min_duration_ms: ['-1', 'x', '1.5'],
      project_id: ['abc'],
      start: ['x'],
      end: ['x'],
    },
  },
  {
    contract: queryStats,
    valid: { since: ['1h', '6h', '24h', '7d', '30d', '90d'] },
    invalid: { since: ['5m'], project_id: ['abc'], start: ['x'], end: ['x'] },
  },
  { contract: clusterOverview, ...view },
  { contract: clusterNodes, ...view },
  {
    contract: clusterTop,
    valid: { ...view.valid, resource: ['cpu', 'memory'], limit: ['1', '50'] },
    invalid: { ...view.invalid, resource: ['disk', ''], limit: ['0', '51'] },
  },
]

describe('parameters', () => {
  let service: QueryService

  before(async () => {
    service = await openService()
  })

  for (const { contract, required, valid, invalid } of routes) {
    describe(contract.path, () => {
      for (const [name, values] of Object.entries(valid)) {
        it(`accepts ${name}`, async () => {
          for (const value of values) {
            const { status, body } = await service.get(contract, { ...required, [name]: value })
            expect(status, `${value}: ${JSON.stringify(body)}`).to.equal(200)
          }
        })
      }
      for (const [name, values] of Object.entries(invalid)) {
        it(`rejects an invalid ${name}, naming it`, async () => {
          for (const value of values) {
            const { status, faults } = await service.get(contract, { ...required, [name]: value })
            expect(status, value).to.equal(400)
            expect(faults.map((fault) => fault.name)).to.include(name)
          }
        })
      }
    })
  }
})
