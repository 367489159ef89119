import { expect } from 'chai'
import { createRandom } from '../../../../test/support/random.js'
import { evaluateDeployment, type Evaluation } from '../../src/watch/evaluate-deployment.js'
import type { WatchReadings } from '../../src/watch/readings.js'
import {
  createReadings,
  deployedAt,
  deployment,
  drawService,
  forSeeds,
  minuteMs,
  type ServiceCase,
} from './readings.js'

const checkMinutes = [1, 2, 5, 10, 15, 20, 25, 30]

const judge = (readings: WatchReadings, isLast = true) =>
  evaluateDeployment(readings, deployment, { count: checkMinutes.length, isLast })

function judgeCase(options: ServiceCase, rest: Partial<WatchReadings> = {}): Evaluation {
  return judge(createReadings([drawService(createRandom(7), options)], rest))
}

/** A complete watch: checks until one of them is clear, or the last. */
function watch(service: ReturnType<typeof drawService>): { verdict: string; minutes: number } {
  for (const minutes of checkMinutes) {
    const isLast = minutes === 30
    const readings = createReadings([{ ...service, after: service.after.slice(0, minutes) }])
    const { verdict } = judge(readings, isLast)
    if (verdict === 'bad' || isLast) return { verdict, minutes }
  }
  return { verdict: 'none', minutes: 30 }
}

const share = (outcomes: { verdict: string }[], verdict: string) =>
  outcomes.filter((outcome) => outcome.verdict === verdict).length / outcomes.length

describe('evaluateDeployment', () => {
  it('finds no harm if nothing changed', () => {
    expect(judgeCase({}).verdict).to.equal('healthy')
  })

  it('calls more failed requests, more errors, slower requests and restarts bad', () => {
    for (const after of [{ failedRatio: 0.05 }, { errorsPerMinute: 8 }, { p95Ms: 260 }, { restartsPerMinute: 1 }]) {
      const { verdict, onsetAt } = judgeCase({ after })
      expect(verdict, JSON.stringify(after)).to.equal('bad')
      expect(onsetAt).to.be.within(deployedAt, deployedAt + 10 * minuteMs)
    }
  })

  it('ignores a rise that also occurred at this time the day before', () => {
    const { verdict, comparisons } = judgeCase({ after: { failedRatio: 0.05 }, dayBefore: { failedRatio: 0.05 } })
    expect(verdict).to.equal('healthy')
    expect(comparisons.find(({ measure }) => measure === 'failed_requests')?.finding).to.equal('usual')
  })

  it('only suspects a deployment during an ongoing rise of failures', () => {
    const service = drawService(createRandom(3), { after: { failedRatio: 0.05 } })
    const rising = drawService(createRandom(4), { before: { failedRatio: 0.05 } }).before.slice(-10)
    const before = [...service.before.slice(0, -10), ...rising.map((minute, at) => ({ ...minute, at }))]
    const { verdict, doubts } = judge(createReadings([{ ...service, before }]))
    expect(verdict).to.equal('suspect')
    expect(doubts).to.include('The rise began before the deployment.')
  })

  it('only suspects it if failures came with the deployment and have passed', () => {
    const service = drawService(createRandom(3))
    const burst = drawService(createRandom(4), { before: { failedRatio: 0.3 } }).before.slice(0, 4)
    const after = service.after.map((minute, at) => ({ ...(burst[at] ?? minute), at: minute.at }))
    const { verdict, doubts } = judge(createReadings([{ ...service, after }]))
    expect(verdict).to.equal('suspect')
    expect(doubts).to.include('What rose with the deployment has recovered.')
  })

  it('only suspects it during a surge, but not if a service is called more while its callers are not', () => {
    const surging = { after: { failedRatio: 0.05, requestsPerMinute: 800 } }
    expect(judgeCase(surging).verdict).to.equal('suspect')
    const caller = drawService(createRandom(9), { service: 'gateway', role: 'caller' })
    const readings = createReadings([drawService(createRandom(7), surging), caller])
    expect(judge(readings).verdict).to.equal('bad')
  })

  it('does not treat more requests alone as harm', () => {
    const after = { requestsPerMinute: 600, errorsPerMinute: 1.5 }
    expect(judgeCase({ before: { errorsPerMinute: 0.5 }, after }).verdict).to.equal('healthy')
  })

  it('names rivals, and lets them raise doubt only if they can have caused the rise', () => {
    const rival = (service: string | null, at: number) => ({ changeId: 'c', kind: 'flag', title: 'flip', service, at })
    const verdictBeside = (service: string | null, at: number) =>
      judgeCase({ after: { failedRatio: 0.05 } }, { callees: ['payments'], rivals: [rival(service, at)] })
    expect(verdictBeside('payments', deployedAt - minuteMs).verdict).to.equal('suspect')
    expect(verdictBeside(null, deployedAt).verdict).to.equal('suspect')
    expect(verdictBeside('newsletter', deployedAt).verdict).to.equal('bad')
    expect(verdictBeside('payments', deployedAt + 25 * minuteMs).rivals[0]?.whyNot).to.contain('after')
    expect(verdictBeside('payments', deployedAt - 12 * minuteMs).rivals[0]?.whyNot).to.contain('until the deployment')
    expect(verdictBeside('payments', deployedAt - 40 * minuteMs).rivals).to.deep.equal([])
  })

  it('suspects a deployment with a new error, but ignores one that occurred twice', () => {
    const error = { fingerprint: 'f', service: 'shop', title: 'TypeError', firstSeenAt: deployedAt, releases: [] }
    expect(judgeCase({}, { newErrors: [{ ...error, count: 5 }] }).verdict).to.equal('suspect')
    expect(judgeCase({}, { newErrors: [{ ...error, count: 2 }] }).verdict).to.equal('healthy')
  })

  it('calls a flood of new error kinds bad within two minutes, but not a few errors of a restart', () => {
    const kinds = (count: number, each: number) =>
      Array.from({ length: count }, (_, index) => ({
        fingerprint: `f${index}`,
        service: 'shop',
        title: `Error ${index}`,
        count: each,
        firstSeenAt: deployedAt + 20_000,
        releases: ['v2'],
      }))
    const early = (newErrors: WatchReadings['newErrors'], rest: Partial<WatchReadings> = {}) =>
      judge(createReadings([drawService(createRandom(7), { minutes: 1 })], { newErrors, ...rest }), false).verdict
    expect(early(kinds(20, 550))).to.equal('bad')
    expect(early(kinds(4, 6))).to.equal('suspect')
    const rival = (service: string | null) => ({
      rivals: [{ changeId: 'c', kind: 'config', title: 'limits', service, at: deployedAt }],
    })
    expect(early(kinds(20, 550), rival(null))).to.equal('bad')
    expect(early(kinds(20, 550), rival('shop'))).to.equal('suspect')
  })

  it('counts rises in the first minutes only if they are massive', () => {
    const verdictAfter = (errorsPerMinute: number) =>
      judge(createReadings([drawService(createRandom(7), { minutes: 1, after: { errorsPerMinute } })]), false).verdict
    expect(verdictAfter(60)).to.not.equal('bad')
    expect(verdictAfter(2_000)).to.equal('bad')
  })

  it('is inconclusive without traffic, without a baseline, and with too little of either', () => {
    expect(judgeCase({ after: { requestsPerMinute: 0, errorsPerMinute: 0 } }).verdict).to.equal('inconclusive')
    expect(judgeCase({ before: { requestsPerMinute: 0 }, after: {} }).verdict).to.equal('inconclusive')
    expect(judgeCase({ before: { requestsPerMinute: 0.5, errorsPerMinute: 0 } }).verdict).to.equal('inconclusive')
    expect(judge(createReadings([])).verdict).to.equal('inconclusive')
  })

  it('detects harm to a caller', () => {
    const caller = drawService(createRandom(9), { service: 'gateway', role: 'caller', after: { failedRatio: 0.06 } })
    expect(judge(createReadings([drawService(createRandom(7)), caller])).verdict).to.equal('bad')
  })

  it('calls at most one harmless deployment in a hundred bad, and one in twenty suspect, over a whole watch', () => {
    for (const burstiness of [1, 3]) {
      const outcomes = forSeeds(400, (random) => watch(drawService(random, { before: { burstiness } })))
      expect(share(outcomes, 'bad'), `bad at ${burstiness}`).to.be.at.most(0.01)
      expect(share(outcomes, 'suspect'), `suspect at ${burstiness}`).to.be.at.most(0.05)
    }
  })

  it('finds nine in ten deployments that fail five times as often or take twice as long', () => {
    for (const after of [{ failedRatio: 0.02 }, { p95Ms: 240 }]) {
      const outcomes = forSeeds(200, (random) => watch(drawService(random, { after })))
      expect(share(outcomes, 'bad'), JSON.stringify(after)).to.be.at.least(0.9)
    }
  })

  it('detects plain failures within five minutes', () => {
    const outcomes = forSeeds(100, (random) => watch(drawService(random, { after: { failedRatio: 0.2 } })))
    expect(outcomes.filter(({ minutes }) => minutes <= 5).length).to.be.at.least(99)
  })
})
