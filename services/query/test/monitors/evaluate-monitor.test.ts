import type { MonitorConfig } from '@signalbox/contracts'
import { expect } from 'chai'
import { evaluateMonitor, statusOfOccurrence, type MonitorEvaluation } from '../../src/monitors/evaluate-monitor.js'
import type { CheckIn } from '../../src/monitors/runs.js'

const day = '2026-06-10'

/** A time on the tests' day, UTC: `HH:MM` or `HH:MM:SS`. */
function at(time: string): number {
  return time.includes('T') ? Date.parse(time) : Date.parse(`${day}T${time}Z`)
}

function id(number: number): string {
  return number.toString(16).padStart(32, '0')
}

function checkIn(time: string, status: CheckIn['status'], number: number, durationMs: number | null = null): CheckIn {
  return { checkInId: id(number), atMs: at(time), status, durationMs, release: '', traceId: '' }
}

const hourly: MonitorConfig = { schedule: { type: 'crontab', value: '0 * * * *' } }
const everyHour: MonitorConfig = { schedule: { type: 'interval', value: 1, unit: 'hour' } }

interface Situation {
  checkIns: CheckIn[]
  config?: MonitorConfig | undefined
  from?: string
  now: string
  firstSeen?: string
}

function judge({ checkIns, config = hourly, from = '00:00', now, firstSeen = '00:00' }: Situation): MonitorEvaluation {
  const window = { startMs: at(from), endMs: at(now) }
  return evaluateMonitor({ checkIns, config, window, nowMs: at(now), firstSeenMs: at(firstSeen) })
}

function outcomes(evaluation: MonitorEvaluation, now: string): string[] {
  return evaluation.occurrences.map(
    (one) => `${new Date(one.expectedAtMs).toISOString().slice(11, 16)} ${statusOfOccurrence(one, at(now))}`,
  )
}

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

describe('evaluateMonitor: crontab', () => {
  const from = '11:30'

  it('counts a run that starts within the margin, to the millisecond, as on time', () => {
    const evaluation = judge({ checkIns: [checkIn('12:01:00.000', 'ok', 1)], from, now: '12:30' })
    expect(evaluation.status).to.equal('ok')
    expect(evaluation.counts).to.deep.equal({ ok: 1, error: 0, missed: 0, late: 0, timed_out: 0 })
  })

  it('counts a run that starts a millisecond after the margin as late', () => {
    const evaluation = judge({ checkIns: [checkIn('12:01:00.001', 'ok', 1)], from, now: '12:30' })
    expect(evaluation.status).to.equal('late')
    expect(evaluation.counts).to.deep.equal({ ok: 1, error: 0, missed: 0, late: 1, timed_out: 0 })
    expect(outcomes(evaluation, '12:30')).to.deep.equal(['12:00 late'])
  })

  it('waits until the deadline before it counts a run as missed', () => {
    const checkIns = [checkIn('11:00', 'ok', 1)]
    const before = judge({ checkIns, from, now: '12:01:00' })
    expect(before.status).to.equal('ok')
    expect(outcomes(before, '12:01:00')).to.deep.equal(['12:00 pending'])
    expect(iso(before.nextExpectedMs)).to.equal(`${day}T12:00:00.000Z`)
    expect(iso(before.nextDeadlineMs)).to.equal(`${day}T12:01:00.000Z`)
    const after = judge({ checkIns, from, now: '12:01:00.001' })
    expect(after.status).to.equal('missed')
    expect(after.counts.missed).to.equal(1)
    expect(iso(after.nextExpectedMs)).to.equal(`${day}T13:00:00.000Z`)
  })

  it('recovers with the first run after a missed one', () => {
    const checkIns = [checkIn('10:00', 'ok', 1), checkIn('12:00', 'ok', 2)]
    const evaluation = judge({ checkIns, from: '10:00', now: '12:30' })
    expect(evaluation.status).to.equal('ok')
    expect(outcomes(evaluation, '12:30')).to.deep.equal(['10:00 ok', '11:00 missed', '12:00 ok'])
  })

  it('matches a run to one instant only, and a second run of the same hour to none', () => {
    const checkIns = [checkIn('11:00', 'ok', 1), checkIn('11:20', 'error', 2), checkIn('12:00', 'ok', 3)]
    const evaluation = judge({ checkIns, from: '11:00', now: '12:30' })
    expect(outcomes(evaluation, '12:30')).to.deep.equal(['11:00 ok', '12:00 ok'])
    expect(evaluation.counts).to.include({ ok: 2, error: 1, late: 0 })
  })

  it('matches a late run to an instant whose margin is longer than the schedule', () => {
    const config = { ...hourly, checkin_margin: 90 }
    const evaluation = judge({ checkIns: [checkIn('12:05', 'ok', 1)], config, from: '10:30', now: '12:40' })
    expect(outcomes(evaluation, '12:40')).to.deep.equal(['11:00 ok', '12:00 pending'])
  })

  it('considers a run before the window that matches the instant before it', () => {
    const evaluation = judge({ checkIns: [checkIn('11:00', 'error', 1)], from: '11:15', now: '11:45' })
    expect(evaluation.status).to.equal('error')
    expect(evaluation.counts.error).to.equal(0)
    expect(evaluation.occurrences).to.deep.equal([])
  })

  it('considers runs missed before the window', () => {
    const evaluation = judge({ checkIns: [checkIn('09:00', 'ok', 1)], from: '11:15', now: '11:45' })
    expect(evaluation.status).to.equal('missed')
    expect(evaluation.counts.missed).to.equal(0)
  })

  it('expects nothing before the first check-in, and does not count it as late', () => {
    const evaluation = judge({ checkIns: [checkIn('11:30', 'ok', 1)], from: '00:00', now: '11:40', firstSeen: '11:30' })
    expect(evaluation.status).to.equal('ok')
    expect(evaluation.counts).to.deep.equal({ ok: 1, error: 0, missed: 0, late: 0, timed_out: 0 })
  })

  it('evaluates the newest thousand instants and returns their start', () => {
    const config: MonitorConfig = { schedule: { type: 'crontab', value: '* * * * *' } }
    const evaluation = judge({ checkIns: [], config, from: '00:00:30', now: '23:59:30' })
    expect(evaluation.occurrences).to.have.length(1000)
    expect(evaluation.evaluatedFromMs).to.equal(evaluation.occurrences[0]?.expectedAtMs)
    expect(iso(evaluation.occurrences.at(-1)?.expectedAtMs)).to.equal(`${day}T23:59:00.000Z`)
  })
})

describe('evaluateMonitor: daylight saving', () => {
  const config = (value: string): MonitorConfig => ({ schedule: { type: 'crontab', value }, timezone: 'Europe/Berlin' })

  function expected(value: string, from: string, now: string): string[] {
    const evaluation = judge({ checkIns: [], config: config(value), from, now, firstSeen: from })
    return evaluation.occurrences.map(({ expectedAtMs }) => new Date(expectedAtMs).toISOString())
  }

  it('expects one run for a time that the clocks skip, when they have gone forward', () => {
    expect(expected('30 2 * * *', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')).to.deep.equal([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  it('expects one run for a time that occurs twice', () => {
    expect(expected('30 2 * * *', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).to.deep.equal([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('expects an hourly run every hour while the clocks change', () => {
    const spring = expected('0 * * * *', '2026-03-28T23:30:00Z', '2026-03-29T03:30:00Z')
    const autumn = expected('0 * * * *', '2026-10-24T23:30:00Z', '2026-10-25T03:30:00Z')
    expect(spring).to.have.length(4)
    expect(autumn).to.have.length(4)
  })

  it('follows the time zone on either side', () => {
    expect(expected('0 9 * * *', '2026-03-28T00:00:00Z', '2026-03-29T12:00:00Z')).to.deep.equal([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
    ])
  })
})

describe('evaluateMonitor: intervals', () => {
  it('expects the next run one interval after the previous start', () => {
    const checkIns = [checkIn('10:10', 'in_progress', 1), checkIn('10:25', 'ok', 1)]
    const evaluation = judge({ checkIns, config: everyHour, from: '10:00', now: '10:30', firstSeen: '10:10' })
    expect(evaluation.status).to.equal('ok')
    expect(iso(evaluation.nextExpectedMs)).to.equal(`${day}T11:10:00.000Z`)
    expect(evaluation.occurrences).to.deep.equal([])
  })

  it('restarts the interval with an early run', () => {
    const checkIns = [checkIn('10:00', 'ok', 1), checkIn('10:20', 'ok', 2)]
    const evaluation = judge({ checkIns, config: everyHour, from: '09:00', now: '11:10', firstSeen: '10:00' })
    expect(evaluation.counts.missed).to.equal(0)
    expect(iso(evaluation.nextExpectedMs)).to.equal(`${day}T11:20:00.000Z`)
  })

  it('counts missed runs until one arrives, late or on time', () => {
    const checkIns = [checkIn('08:00', 'ok', 1), checkIn('11:30', 'ok', 2)]
    const evaluation = judge({ checkIns, config: everyHour, from: '08:00', now: '12:00', firstSeen: '08:00' })
    expect(outcomes(evaluation, '12:00')).to.deep.equal(['09:00 missed', '10:00 missed', '11:00 late'])
    expect(evaluation.status).to.equal('late')
    expect(iso(evaluation.nextExpectedMs)).to.equal(`${day}T12:30:00.000Z`)
  })

  it('skips runs before the window and preserves the rhythm', () => {
    const checkIns = [checkIn('2026-01-01T00:17:00Z', 'ok', 1)]
    const firstSeen = '2026-01-01T00:17:00Z'
    const evaluation = judge({ checkIns, config: everyHour, from: '10:00', now: '12:00', firstSeen })
    expect(outcomes(evaluation, '12:00')).to.deep.equal(['10:17 missed', '11:17 missed'])
    expect(evaluation.status).to.equal('missed')
  })

  it('handles lengths of months and years', () => {
    const next = (start: string, unit: 'month' | 'year') => {
      const config: MonitorConfig = { schedule: { type: 'interval', value: 1, unit } }
      const evaluation = judge({
        checkIns: [checkIn(start, 'ok', 1)],
        config,
        from: start,
        now: start,
        firstSeen: start,
      })
      return iso(evaluation.nextExpectedMs)
    }
    expect(next('2026-01-31T06:00:00Z', 'month')).to.equal('2026-02-28T06:00:00.000Z')
    expect(next('2026-02-15T06:00:00Z', 'month')).to.equal('2026-03-15T06:00:00.000Z')
    expect(next('2024-02-29T06:00:00Z', 'year')).to.equal('2025-02-28T06:00:00.000Z')
  })

  it('evaluates at most the newest thousand intervals', () => {
    const config: MonitorConfig = { schedule: { type: 'interval', value: 1, unit: 'minute' } }
    const evaluation = judge({ checkIns: [checkIn('00:00', 'ok', 1)], config, from: '00:00', now: '23:59:30' })
    expect(evaluation.occurrences.length).to.be.within(999, 1001)
    expect(evaluation.evaluatedFromMs).to.be.greaterThan(at('07:00'))
  })
})

describe('evaluateMonitor: runs', () => {
  const from = '11:30'

  it('combines the start and the end of a run', () => {
    const checkIns = [checkIn('12:04', 'ok', 1), checkIn('12:00', 'in_progress', 1)]
    const { runs, status } = judge({ checkIns, from, now: '12:30' })
    expect(status).to.equal('ok')
    expect(runs).to.have.length(1)
    expect(runs[0]).to.include({ status: 'ok', startedAtMs: at('12:00'), endedAtMs: at('12:04'), durationMs: 240_000 })
  })

  it('reports a run as in progress until its time is up', () => {
    const checkIns = [checkIn('12:00', 'in_progress', 1)]
    expect(judge({ checkIns, from, now: '12:30' }).status).to.equal('in_progress')
    const after = judge({ checkIns, from, now: '12:30:00.001' })
    expect(after.status).to.equal('timed_out')
    expect(after.counts).to.include({ timed_out: 1, missed: 0 })
  })

  it('still counts a run that ended too late as timed out', () => {
    const checkIns = [checkIn('12:00', 'in_progress', 1), checkIn('12:40', 'ok', 1)]
    expect(judge({ checkIns, from, now: '12:50' }).counts).to.include({ timed_out: 1, ok: 0 })
  })

  it('counts a repeated check-in once, with its first end', () => {
    const checkIns = [
      checkIn('12:00', 'in_progress', 1),
      checkIn('12:00:01', 'in_progress', 1),
      checkIn('12:02', 'error', 1),
      checkIn('12:03', 'ok', 1),
      checkIn('12:04', 'in_progress', 1),
    ]
    const { runs, counts } = judge({ checkIns, from, now: '12:30' })
    expect(runs).to.have.length(1)
    expect(runs[0]).to.include({ status: 'error', endedAtMs: at('12:02') })
    expect(counts).to.include({ ok: 0, error: 1 })
  })

  it('applies the zero id to the newest open run', () => {
    const checkIns = [
      checkIn('12:00', 'in_progress', 1),
      checkIn('12:05', 'in_progress', 2),
      checkIn('12:06', 'ok', 0),
      checkIn('12:07', 'error', 0),
    ]
    const { runs } = judge({ checkIns, from, now: '12:30' })
    expect(runs.map(({ checkInId, status }) => [checkInId, status])).to.deep.equal([
      [id(1), 'error'],
      [id(2), 'ok'],
    ])
  })

  it('creates a run for the zero id if none is open, because the last one ended or timed out', () => {
    const checkIns = [checkIn('11:00', 'in_progress', 1), checkIn('12:00', 'ok', 0), checkIn('12:01', 'ok', 0)]
    const { runs } = judge({ checkIns, from, now: '12:30' })
    expect(runs.map(({ status }) => status)).to.deep.equal(['timed_out', 'ok', 'ok'])
  })

  it('takes the newest of overlapping runs', () => {
    const checkIns = [
      checkIn('11:55', 'in_progress', 1),
      checkIn('12:00', 'in_progress', 2),
      checkIn('12:10', 'error', 2),
      checkIn('12:20', 'ok', 1),
    ]
    const { status, counts } = judge({ checkIns, from, now: '12:25' })
    expect(status).to.equal('error')
    expect(counts).to.include({ ok: 1, error: 1 })
  })

  it('uses only the duration of a run that checked in at its end', () => {
    const { runs, status } = judge({ checkIns: [checkIn('12:00:30', 'ok', 1, 3_600_000)], from, now: '12:30' })
    expect(status).to.equal('ok')
    expect(runs[0]).to.include({ startedAtMs: at('11:00:30'), endedAtMs: at('12:00:30'), durationMs: 3_600_000 })
  })

  it('ignores check-ins after the evaluation time', () => {
    const checkIns = [checkIn('12:00', 'in_progress', 1), checkIn('12:10', 'error', 1)]
    expect(judge({ checkIns, from, now: '12:05' }).status).to.equal('in_progress')
  })
})

describe('evaluateMonitor: without a valid schedule', () => {
  const faulty: (MonitorConfig | undefined)[] = [
    undefined,
    { schedule: { type: 'crontab', value: 'every day' } },
    { schedule: { type: 'crontab', value: '61 * * * *' } },
    { schedule: { type: 'crontab', value: '0 * * * *' }, timezone: 'Mars/Olympus' },
  ]

  it('expects nothing and uses the check-ins alone', () => {
    for (const config of faulty) {
      const evaluation = evaluateMonitor({
        checkIns: [checkIn('03:00', 'error', 1)],
        config,
        window: { startMs: at('00:00'), endMs: at('12:00') },
        nowMs: at('12:00'),
        firstSeenMs: at('03:00'),
      })
      expect(evaluation.status).to.equal('error')
      expect(evaluation.nextExpectedMs).to.equal(undefined)
      expect(evaluation.counts).to.deep.equal({ ok: 0, error: 1, missed: 0, late: 0, timed_out: 0 })
    }
  })

  it('is unknown without check-ins', () => {
    expect(
      judge({ checkIns: [], config: { schedule: { type: 'crontab', value: 'x' } }, now: '12:00' }).status,
    ).to.equal('unknown')
  })
})
