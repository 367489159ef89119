import { expect } from 'chai'
import {
  countBeforeArchive,
  countLately,
  isEscalation,
  type ArchivedHistory,
} from '../../../src/issues/watch/escalation.js'
import { createRandom, type Random } from '../../../../../test/support/random.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const intervalMs = 2 * minuteMs
const archivedAt = 1_000 * hourMs

/** Events per two minutes, and the result. */
class MadeSeries {
  /** By the number of the interval since the Unix epoch. */
  readonly #events = new Map<number, number>()

  add(fromMs: number, untilMs: number, eventsAt: (atMs: number) => number): this {
    for (let at = fromMs; at < untilMs; at += intervalMs) this.#events.set(at / intervalMs, eventsAt(at))
    return this
  }

  sum(fromMs: number, untilMs: number): number {
    let sum = 0
    for (let at = fromMs; at < untilMs; at += intervalMs) sum += this.#events.get(at / intervalMs) ?? 0
    return sum
  }

  /** The watch's decision for an issue that has always existed, or was first seen later. */
  escalates(now: number, firstSeenAt = 0): boolean {
    const startMs = now - 3 * hourMs
    const events = Array.from({ length: 90 }, (_, index) =>
      this.sum(startMs + index * intervalMs, startMs + (index + 1) * intervalMs),
    )
    const history: ArchivedHistory = { archivedAt, firstSeenAt, now, recent: { startMs, intervalMs, events } }
    const lastHour = Math.floor((now - hourMs) / hourMs)
    const hours = Array.from({ length: 168 }, (_, back) =>
      this.sum((lastHour - 1 - back) * hourMs, (lastHour - back) * hourMs),
    )
    return isEscalation(countLately(history), Math.max(...hours, countBeforeArchive(history)))
  }
}

/** A Poisson count. */
function drawPoisson(random: Random, mean: number): number {
  let [count, product] = [0, random.next()]
  for (const end = Math.exp(-mean); product > end; product *= random.next()) count += 1
  return count
}

/**
 * Minutes from a time until the watch, which runs every two minutes, finds an escalation; undefined if not within two
 * hours.
 */
function minutesUntil(series: MadeSeries, fromMs: number, firstSeenAt?: number): number | undefined {
  for (let now = fromMs; now <= fromMs + 2 * hourMs; now += intervalMs) {
    if (series.escalates(now, firstSeenAt)) return (now - fromMs) / minuteMs
  }
  return undefined
}

describe('an archived issue', () => {
  const later = archivedAt + 10 * 24 * hourMs

  for (const perHour of [0.5, 3, 30, 300, 30_000]) {
    it(`never escalates at a steady ${perHour} events an hour`, () => {
      const random = createRandom(Math.round(perHour * 10))
      const mean = (perHour * intervalMs) / hourMs
      const draw = () => (mean > 100 ? Math.round(mean) : drawPoisson(random, mean))
      const series = new MadeSeries().add(archivedAt - 200 * hourMs, later, draw)
      for (let now = archivedAt; now < later; now += 10 * minuteMs) {
        expect(series.escalates(now), new Date(now).toISOString()).to.equal(false)
      }
    })
  }

  for (const [perHour, minutesMax] of [
    [60, 14],
    [600, 14],
    [60_000, 14],
  ] as const) {
    it(`escalates within ${minutesMax} minutes of a tenfold rise from ${perHour} events an hour`, () => {
      const steady = (perHour * intervalMs) / hourMs
      const series = new MadeSeries()
        .add(archivedAt - 200 * hourMs, later, () => steady)
        .add(later, later + 3 * hourMs, () => 10 * steady)
      expect(minutesUntil(series, later)).to.be.above(0).and.at.most(minutesMax)
    })
  }

  it('escalates after silence with more than ten events in an hour, but not with ten', () => {
    const silent = new MadeSeries().add(archivedAt - 200 * hourMs, archivedAt - 190 * hourMs, () => 5)
    expect(silent.add(later, later + intervalMs, () => 10).escalates(later + intervalMs)).to.equal(false)
    expect(silent.add(later, later + intervalMs, () => 11).escalates(later + intervalMs)).to.equal(true)
  })

  it('does not escalate in daily bursts', () => {
    const daily = (at: number) => (at % (24 * hourMs) < 10 * minuteMs ? 500 : 0)
    const series = new MadeSeries().add(archivedAt - 200 * hourMs, later, daily)
    for (let now = archivedAt; now < later; now += 10 * minuteMs) expect(series.escalates(now)).to.equal(false)
  })

  it('does not escalate if it was archived during a flood that continues, minutes after it was first seen', () => {
    const firstSeenAt = archivedAt - 10 * minuteMs
    const series = new MadeSeries().add(firstSeenAt, later, () => 2_000)
    for (let now = archivedAt; now < archivedAt + 30 * hourMs; now += 10 * minuteMs) {
      expect(series.escalates(now, firstSeenAt), `${(now - archivedAt) / minuteMs} minutes later`).to.equal(false)
    }
  })

  it('does not escalate because of events before it was archived', () => {
    const series = new MadeSeries().add(archivedAt - 30 * minuteMs, archivedAt, () => 1_000)
    expect(minutesUntil(series, archivedAt)).to.equal(undefined)
  })
})
