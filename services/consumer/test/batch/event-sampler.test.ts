import { expect } from 'chai'
import fc from 'fast-check'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { FloodMemory } from '../../src/batch/flood-memory.js'
import { EventSampler } from '../../src/batch/event-sampler.js'
import { rowOf } from '../kinds/error/event-input.js'

const base = rowOf({ message: 'hello' })
const minute = 60_000
const start = base.timestamp - (base.timestamp % minute)

/** Dimensions that queries count by. */
const dimensions: readonly ((row: EventRow) => string)[] = [
  ({ project_id: project, fingerprint }) => `${project} ${fingerprint}`,
  ({ fingerprint, level }) => `${fingerprint} ${level}`,
  ({ fingerprint, release }) => `${fingerprint} ${release}`,
  ({ fingerprint, environment }) => `${fingerprint} ${environment}`,
  ({ fingerprint, timestamp }) => `${fingerprint} ${Math.floor(timestamp / minute)}`,
  ({ project_id: project, fingerprint, level, release, environment, timestamp }) =>
    [project, fingerprint, level, release, environment, Math.floor(timestamp / minute)].join(' '),
]

function eventId(number: number): string {
  return number.toString(16).padStart(32, '0')
}

function sample(
  events: readonly EventRow[],
  { eventsPerMinute = 20, spanMs = 0, startMs = start, memory = new FloodMemory() } = {},
): EventRow[] {
  const sampler = new EventSampler({ startMs, endMs: startMs + spanMs }, memory)
  for (const row of events) sampler.add(row, eventsPerMinute)
  return [...sampler.drain()]
}

/** Of a batch that starts with a minute. */
function allowanceOf(eventsPerMinute: number, spanMs: number): number {
  return eventsPerMinute * (Math.floor(spanMs / minute) + 1)
}

function sums(rows: readonly EventRow[], dimension: (row: EventRow) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[dimension(row)] = (counts[dimension(row)] ?? 0) + row.times_seen
  return counts
}

function flood(count: number, fields: (index: number) => Partial<EventRow> = () => ({})): EventRow[] {
  return Array.from({ length: count }, (_, index) => ({ ...base, event_id: eventId(index), ...fields(index) }))
}

const anyEvent = fc.record({
  project_id: fc.constantFrom('project-1', 'project-2'),
  fingerprint: fc.constantFrom('a', 'a', 'a', 'b', 'c').map((digit) => digit.repeat(32)),
  level: fc.constantFrom('error', 'error', 'warning'),
  release: fc.constantFrom('', 'shop@1', 'shop@2'),
  environment: fc.constantFrom('production', 'staging'),
  timestamp: fc.integer({ min: start, max: start + 3 * minute }),
  event_id: fc.integer({ min: 0, max: 400 }).map(eventId),
})
const anyBatch = fc.array(anyEvent, { maxLength: 300 }).map((events) => events.map((event) => ({ ...base, ...event })))
const anySettings = fc.record({
  eventsPerMinute: fc.integer({ min: 10, max: 1_000 }),
  spanMs: fc.integer({ min: 0, max: 2 * minute }),
})

describe('flood samples', () => {
  it('count exactly, by every dimension that queries count by', () => {
    fc.assert(
      fc.property(anyBatch, anySettings, (events, settings) => {
        const rows = sample(events, settings)
        for (const dimension of dimensions) {
          expect(sums(rows, dimension)).to.deep.equal(sums(events, dimension))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('are actual events in their order, unchanged except for the number they stand for', () => {
    fc.assert(
      fc.property(anyBatch, anySettings, (events, settings) => {
        let from = 0
        for (const row of sample(events, settings)) {
          expect(row.times_seen).to.be.at.least(1)
          const found = events.findIndex(
            (event, index) => index >= from && JSON.stringify({ ...row, times_seen: 1 }) === JSON.stringify(event),
          )
          expect(found).to.be.at.least(from)
          from = found + 1
        }
      }),
      { numRuns: 50 },
    )
  })

  it('are the same whenever the same batch is sampled', () => {
    fc.assert(
      fc.property(anyBatch, anySettings, (events, settings) => {
        expect(sample(structuredClone(events), settings)).to.deep.equal(sample(events, settings))
      }),
      { numRuns: 50 },
    )
  })

  it('include everything within the allowance unchanged', () => {
    fc.assert(
      fc.property(anyBatch, anySettings, (events, { eventsPerMinute, spanMs }) => {
        const allowance = allowanceOf(eventsPerMinute, spanMs)
        const counts = sums(events, dimensions[0]!)
        const rows = sample(events, { eventsPerMinute, spanMs })
        for (const [fingerprint, count] of Object.entries(counts)) {
          if (count > allowance) continue
          const ofFingerprint = (row: EventRow) => dimensions[0]!(row) === fingerprint
          expect(rows.filter(ofFingerprint)).to.deep.equal(events.filter(ofFingerprint))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are no more than the allowance, and one for each dimension beyond it', () => {
    fc.assert(
      fc.property(anyBatch, anySettings, (events, { eventsPerMinute, spanMs }) => {
        const allowance = allowanceOf(eventsPerMinute, spanMs)
        const rows = sample(events, { eventsPerMinute, spanMs })
        for (const fingerprint of new Set(rows.map(dimensions[0]!))) {
          const kept = rows.filter((row) => dimensions[0]!(row) === fingerprint)
          expect(kept.length).to.be.at.most(allowance + new Set(kept.map(dimensions.at(-1)!)).size)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are twenty of a flood at one moment', () => {
    expect(sample(flood(20))).to.have.length(20)
    const rows = sample(flood(5_000))
    expect(rows).to.have.length(20)
    expect(rows.every(({ times_seen: times }) => times === 250)).to.equal(true)
  })

  it("are as many as the project stores in the batch's minutes", () => {
    expect(sample(flood(5_000), { eventsPerMinute: 600, spanMs: minute - 1 })).to.have.length(600)
    expect(sample(flood(5_000), { eventsPerMinute: 100, spanMs: 2 * minute })).to.have.length(300)
    expect(sample(flood(500), { eventsPerMinute: 1_000_000 })).to.have.length(500)
  })

  it('are what earlier batches of the minute left, and a few per batch if they left nothing', () => {
    const memory = new FloodMemory()
    const settings = { eventsPerMinute: 100, memory }
    expect(sample(flood(70), settings)).to.have.length(70)
    expect(sample(flood(500), settings)).to.have.length(30)
    expect(sample(flood(500), settings)).to.have.length(3)
    expect(sample(flood(500), { ...settings, startMs: start + minute })).to.have.length(100)
  })

  it('are an equal share of the allowance if batches are processed in parallel', () => {
    const memory = new FloodMemory()
    memory.shareWith(3)
    expect(sample(flood(500), { eventsPerMinute: 100, memory })).to.have.length(33)
    expect(sample(flood(500), { eventsPerMinute: 100, memory })).to.have.length(3)
  })

  it("are no more than two minutes' allowance if a batch spans two minutes", () => {
    const memory = new FloodMemory()
    const settings = { eventsPerMinute: 100, memory }
    expect(sample(flood(500), settings)).to.have.length(100)
    expect(sample(flood(500), { ...settings, startMs: start + minute - 1, spanMs: 1 })).to.have.length(100)
    expect(sample(flood(500), { ...settings, startMs: start + minute })).to.have.length(3)
    expect(sample(flood(500), { ...settings, startMs: start - minute })).to.have.length(100)
  })

  it('include a rare error unchanged, in the middle of a flood', () => {
    const rare = { ...base, fingerprint: 'd'.repeat(32), event_id: 'e'.repeat(32) }
    const rows = sample([...flood(3_000), rare, ...flood(3_000)])
    expect(rows.filter(({ fingerprint }) => fingerprint === rare.fingerprint)).to.deep.equal([rare])
  })

  it('include the earliest and the latest event, so that first and last seen stay exact', () => {
    const events = flood(2_000, (index) => ({ timestamp: start + ((index * 7_919) % 2_000) }))
    const times = sample(events).map(({ timestamp }) => timestamp)
    expect(Math.min(...times)).to.equal(start)
    expect(Math.max(...times)).to.equal(start + 1_999)
  })

  it('are spread over the batch', () => {
    const orders = sample(flood(2_000, (index) => ({ transaction: String(index) }))).map((row) =>
      Number(row.transaction),
    )
    expect(orders.filter((order) => order < 1_000).length).to.be.within(3, 17)
  })

  it('are counted from zero if settings change within a batch', () => {
    const sampler = new EventSampler({ startMs: start, endMs: start }, new FloodMemory())
    for (const row of flood(1_000)) sampler.add(row, 10)
    for (const row of flood(1_000)) sampler.add(row, 50)
    const rows = [...sampler.drain()]
    expect(rows).to.have.length(60)
    expect(rows.reduce((sum, row) => sum + row.times_seen, 0)).to.equal(2_000)
  })
})
