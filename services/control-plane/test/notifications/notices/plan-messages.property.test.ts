import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import fc from 'fast-check'
import { planMessages } from '../../../src/notifications/notices/plan-messages.js'

const { gatherMs, minuteMs, singlesMax } = limits.notification

/** A sent message, and the arrival times of its notices. */
interface Sent {
  at: number
  isDigest: boolean
  arrivals: readonly number[]
}

/** Executes plans like the outbox, except that sending takes no time and never fails. */
function simulate(arrivals: readonly number[], stepMs: number): Sent[] {
  const sent: Sent[] = []
  const waiting = [...arrivals].sort((one, other) => one - other)
  const startAt = waiting[0] ?? 0
  const endAt = (waiting.at(-1) ?? 0) + 3 * minuteMs
  for (let now = startAt; now <= endAt && waiting.length > 0; now += stepMs) {
    const arrived = waiting.filter((at) => at <= now)
    const [oldestAt] = arrived
    if (oldestAt === undefined) continue
    const recent = sent.filter(({ at }) => at > now - minuteMs)
    const singles = recent.filter(({ isDigest }) => !isDigest)
    const plan = planMessages(
      { count: arrived.length, oldestAt, newestAt: arrived.at(-1) ?? oldestAt },
      {
        singles: singles.length,
        firstSingleAt: singles[0]?.at ?? null,
        lastDigestAt: recent.findLast(({ isDigest }) => isDigest)?.at ?? null,
      },
      now,
    )
    if (plan.form === 'none') expect(plan.until).to.be.above(now)
    else if (plan.form === 'digest') sent.push({ at: now, isDigest: true, arrivals: waiting.splice(0, arrived.length) })
    else for (const at of waiting.splice(0, arrived.length)) sent.push({ at: now, isDigest: false, arrivals: [at] })
  }
  return sent
}

/** Bursts and pauses: arrivals in milliseconds. */
const arrivals = fc
  .array(fc.record({ pauseMs: fc.oneof(fc.nat(3_000), fc.nat(70_000)), count: fc.integer({ min: 1, max: 12 }) }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((bursts) => {
    let now = 1_000_000
    return bursts.flatMap(({ pauseMs, count }) => {
      now += pauseMs
      return Array.from({ length: count }, () => now)
    })
  })
const step = fc.constantFrom(100, 500, 1_700)

describe('the grouping of notices into messages', () => {
  it('yields at most 5 single ones and one digest within any minute, whenever they arrive', () => {
    fc.assert(
      fc.property(arrivals, step, (times, stepMs) => {
        const sent = simulate(times, stepMs)
        for (const { at } of sent) {
          const inMinute = sent.filter((other) => other.at >= at && other.at < at + minuteMs)
          const digests = inMinute.filter(({ isDigest }) => isDigest).length
          expect(digests).to.be.at.most(1)
          expect(inMinute.length - digests).to.be.at.most(singlesMax)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('loses none, repeats none, and preserves their order', () => {
    fc.assert(
      fc.property(arrivals, step, (times, stepMs) => {
        const told = simulate(times, stepMs).flatMap(({ arrivals: carried }) => carried)
        expect(told).to.deep.equal([...times].sort((one, other) => one - other))
      }),
      { numRuns: 100 },
    )
  })

  it('delays none beyond a minute after the first, and after the last digest', () => {
    fc.assert(
      fc.property(arrivals, step, (times, stepMs) => {
        for (const { at, arrivals: carried } of simulate(times, stepMs)) {
          for (const arrivedAt of carried) {
            expect(at - arrivedAt).to.be.at.least(0)
            expect(at - arrivedAt).to.be.below(minuteMs + gatherMs + stepMs)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('sends few one by one, after a moment for others to arrive', () => {
    const sent = simulate(
      [0, 500, 60_000].map((at) => 1_000_000 + at),
      100,
    )
    expect(sent.map(({ at, isDigest }) => [at - 1_000_000, isDigest])).to.deep.equal([
      [gatherMs, false],
      [gatherMs, false],
      [60_000 + gatherMs, false],
    ])
  })

  it('sends one digest of a storm, a minute after its first notice', () => {
    const storm = Array.from({ length: 1_000 }, (_, index) => 1_000_000 + index * 50)
    const sent = simulate(storm, 100)
    expect(sent.map(({ at, isDigest, arrivals: carried }) => [at - 1_000_000, isDigest, carried.length])).to.deep.equal(
      [[minuteMs, true, 1_000]],
    )
  })

  it('continues after the clock was set back', () => {
    const waiting = { count: 1, oldestAt: 9_000_000, newestAt: 9_000_000 }
    const recent = { singles: 0, firstSingleAt: null, lastDigestAt: null }
    expect(planMessages(waiting, recent, 1_000_000)).to.deep.equal({ form: 'singles' })
  })
})
