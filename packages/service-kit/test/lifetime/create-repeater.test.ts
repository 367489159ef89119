import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { createRepeater, silentLog, systemClock } from '../../src/index.js'

describe('createRepeater', () => {
  const repeat = createRepeater({ clock: systemClock, log: silentLog, pauseMsMax: 1 })

  it('continues after a failure, and stops on request', async () => {
    let times = 0
    const repetition = repeat('the work of a test', () => {
      times += 1
      if (times === 1) throw new Error('once')
      return 0
    })
    await eventually(() => {
      expect(times).to.be.greaterThan(3)
    })
    await repetition.stop()
    const stoppedAt = times
    await new Promise((resolve) => setImmediate(resolve))
    expect(times).to.equal(stoppedAt)
  })

  it('reports a persistent failure once, a different one immediately, and a recurring one again', async () => {
    const told: string[] = []
    const log = { error: ({ err }: { err?: unknown }) => void told.push(String(err)) }
    const failures = ['full', 'full', 'full', 'gone', 'gone', undefined, 'gone']
    let times = 0
    const repetition = createRepeater({ clock: systemClock, log, pauseMsMax: 1 })('the work of a test', () => {
      const failure = failures[times]
      times += 1
      if (failure !== undefined) throw new Error(failure)
      return 0
    })
    await eventually(() => {
      expect(times).to.be.greaterThan(failures.length)
    })
    await repetition.stop()
    expect(told).to.deep.equal(['Error: full', 'Error: gone', 'Error: gone'])
  })

  it('reports a persistent failure again after a minute', async () => {
    let now = 0
    let told = 0
    const log = { error: () => void (told += 1) }
    const repetition = createRepeater({ clock: () => now, log, pauseMsMax: 1 })('the work of a test', () => {
      now += 20_000
      throw new Error('full')
    })
    await eventually(() => {
      expect(now).to.be.at.least(200_000)
    })
    await repetition.stop()
    expect(told).to.equal(Math.ceil(now / 60_000))
  })

  it('never waits longer than the maximum pause, whatever the clock says', async () => {
    let times = 0
    const repetition = repeat('the work of a test', () => {
      times += 1
      return Number.POSITIVE_INFINITY
    })
    await eventually(() => {
      expect(times).to.be.greaterThan(1)
    })
    await repetition.stop()
  })

  it('wakes the process once for all work that is not urgent', async () => {
    const repeatTwiceASecond = createRepeater({ clock: systemClock, log: silentLog, pauseMsMax: 500 })
    const repetitions = [0, 250].map((firstPauseMs) => {
      const latenesses: number[] = []
      const work = () => {
        latenesses.push(performance.now() % 500)
        return Number.POSITIVE_INFINITY
      }
      return { latenesses, repetition: repeatTwiceASecond('the work of a test', work, firstPauseMs) }
    })
    try {
      await eventually(() => {
        for (const { latenesses } of repetitions) expect(Math.min(...latenesses.slice(1))).to.be.lessThan(50)
      })
    } finally {
      for (const { repetition } of repetitions) void repetition.stop()
    }
  })

  it('waits for running work on stop', async () => {
    let finish: (next: number) => void = () => undefined
    let isStopped = false
    const repetition = repeat('the work of a test', () => new Promise<number>((resolve) => (finish = resolve)))
    const stopped = repetition.stop().then(() => (isStopped = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isStopped).to.equal(false)
    finish(0)
    await stopped
  })

  it('aborts running work on stop, abandons work that does not end in time, and logs neither', async () => {
    const errors: unknown[] = []
    const log = { ...silentLog, error: (fields: unknown) => errors.push(fields) }
    const repetition = createRepeater({ clock: systemClock, log })('the work of a test', async (signal) => {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true })
      })
      throw new Error('aborted')
    })
    await repetition.stop()
    expect(errors).to.deep.equal([])
    await createRepeater({ clock: systemClock, log })('endless work', () => new Promise(() => undefined)).stop(1)
  })

  it('can wait before the first run', async () => {
    let times = 0
    const work = () => {
      times += 1
      return 0
    }
    const repetition = repeat('the work of a test', work, 1)
    expect(times).to.equal(0)
    await eventually(() => {
      expect(times).to.be.greaterThan(1)
    })
    await repetition.stop()
  })
})
