import { expect } from 'chai'
import type { Change, ErrorGroup, ServicesResponse } from '@signalbox/contracts'
import type { RecordedStep } from '@signalbox/service-kit'
import { createRandom } from '../../../../test/support/random.js'
import { createInvestigation } from '../../src/investigation/create-investigation.js'
import { createReplay } from '../../src/investigation/create-replay.js'
import { resultsOf } from '../../src/investigation/evidence-book.js'
import type { EngineOutcome, InvestigatedSession } from '../../src/investigation/investigation.js'
import type { Question } from '../../src/investigation/question.js'
import { checkReport } from '../../src/report/check-report.js'
import { createDeploymentWatch } from '../../src/watch/create-deployment-watch.js'
import type { MinuteReading } from '../../src/watch/readings.js'
import { createChange } from '../support/create-change.js'
import { deployedAt, deployment, drawService, minuteMs, type ServiceCase, type Traffic } from './readings.js'

const session: InvestigatedSession = {
  id: 's1',
  organizationId: 'o1',
  prompt: 'Watch it',
  context: {
    service: 'shop',
    version: 'v2',
    commit_sha: deployment.commitSha,
    occurred_at: new Date(deployedAt).toISOString(),
  },
  origin: { kind: 'deployment', id: 'd1' },
  createdAt: deployedAt,
}

const timeOf = (at: number) => new Date(at).toISOString()

/** The watched deployment, or another change to its service. */
function changeShop(given: Partial<Change>): Change {
  return createChange({
    kind: 'deployment',
    id: 'd1',
    change_id: 'd1',
    occurred_at: timeOf(deployedAt),
    title: 'Deploy shop',
    service: 'shop',
    repository: 'acme/shop',
    details: { version: 'v2', commit_sha: deployment.commitSha, status: 'success' },
    ...given,
  })
}

function toPoint({ at, requests, failed, p95Ms, errorEvents }: MinuteReading) {
  return {
    timestamp: timeOf(at),
    requests,
    errors: failed,
    p50_ms: p95Ms,
    p95_ms: p95Ms,
    error_events: errorEvents,
    logs: { info: 0, warn: 0, error: 0 },
  }
}

/** Kinds of errors that occurred right after the deployment, with their counts. */
function listNewErrors(kinds: number, count: number): ErrorGroup[] {
  const seenAt = timeOf(deployedAt + 20_000)
  return Array.from({ length: kinds }, (_, index) => ({
    fingerprint: `f${index}`,
    project_id: '1',
    service: 'shop',
    count,
    count_before: 0,
    first: seenAt,
    last: seenAt,
    first_ever: seenAt,
    last_before_range: null,
    releases: ['v2'],
    event_id: 'e'.repeat(32),
    level: 'error',
    type: 'TypeError',
    message: `field ${index} is missing`,
    culprit: '',
    frames: [],
  }))
}

/** Responds like an installation with these readings and changes. */
function createInstallation(
  service: ServiceCase,
  changes: Change[] = [changeShop({})],
  groups: readonly ErrorGroup[] = [],
) {
  const { before, after } = drawService(createRandom(11), service)
  const minutes = [...before, ...after]
  const questions: string[] = []
  const answer = ({ contract, parameters }: Question): Promise<unknown> => {
    questions.push(contract.id)
    const [start, end] = [Date.parse(String(parameters['start'])), Date.parse(String(parameters['end']))]
    const points = minutes.filter(({ at }) => at >= start && at < end).map(toPoint)
    const answers: Record<string, unknown> = {
      queryServices: {
        interval_seconds: 60,
        one_in_traces: 1,
        services: points.length === 0 ? [] : [{ service: 'shop', points }],
        services_left_out: 0,
      } satisfies ServicesResponse,
      queryDependencies: { one_in_traces: 1, dependencies: [], total: 0 },
      queryErrorGroups: { groups, total: groups.length },
      queryMetrics: { metrics: [], total: 0 },
      listChanges: { changes, total: changes.length, has_more: false },
    }
    return Promise.resolve(answers[contract.id])
  }
  return { answer, questions }
}

/** Runs a watch turn by turn, each in its own process, with the clock at the requested time. */
async function watch(installation: ReturnType<typeof createInstallation>, start = deployedAt) {
  const record: RecordedStep[] = []
  const turns: number[] = []
  for (let now = start; ;) {
    turns.push((now - deployedAt) / minuteMs)
    const { outcome, results } = await takeTurn(installation, record, now)
    if (outcome.kind === 'concluded') return { record, turns, report: checkReport(outcome.draft, results) }
    now = outcome.until
  }
}

async function takeTurn({ answer }: ReturnType<typeof createInstallation>, record: RecordedStep[], now: number) {
  const { investigation, results } = createInvestigation({
    session,
    asOf: deployedAt,
    record: [...record],
    budget: { steps: 40, queries: 200, tokens: 1, timeMs: 1e9, microDollars: 0, prices: { input: 0, output: 0 } },
    timeLeftMs: () => 1e9,
    clock: () => now,
    signal: new AbortController().signal,
    answer,
    append: (recorded) => {
      record.push(recorded)
      return Promise.resolve()
    },
    onNew: () => {},
  })
  const outcome: EngineOutcome = await createDeploymentWatch({ clock: () => now, watchMinutes: 30 })(investigation)
  return { outcome, results }
}

function expectReadable(text: string, about: string): void {
  const message = `${text} (${about})`
  expect(text, message).to.match(/^["\dA-Z].*[.!]$/)
  expect(text, message).to.not.match(/undefined|null|NaN|Infinity|\de-\d|ruled out|(\b\w+) \1\b/)
  const [, rose, to] = /rose from ([\d.]+)(?: %| ms)? to ([\d.]+)/.exec(text) ?? []
  if (rose !== undefined) expect(Number(to), message).to.be.above(Number(rose))
  const [, before, after] = /did not rise: ([\d.]+)\D+ before the deployment, ([\d.]+)/.exec(text) ?? []
  if (before !== undefined) expect(Number(after), message).to.be.at.most(Number(before))
}

describe('createDeploymentWatch', () => {
  it('concludes bad on the first check if it is clear, and proves every sentence', async () => {
    const { report, turns } = await watch(createInstallation({ after: { failedRatio: 0.8 } }))
    expect(turns).to.have.length(2)
    expect(turns[1]).to.be.below(2)
    expect(report).to.deep.include({ verdict: 'bad', remediation: 'rollback', first_failing_service: 'shop' })
    expect(report.cause).to.deep.include({ kind: 'deployment', change_id: 'd1', commit_sha: deployment.commitSha })
    expect(report.onset_at).to.equal(timeOf(deployedAt))
    expect(report.claims.map(({ status }) => status)).to.not.include('unsupported')
    expect(report.summary).to.match(
      /Failed requests on shop rose from 0\.\d+ % to \d[\d.]* % within a minute of the deployment\./,
    )
  })

  it('concludes bad within two minutes of a flood of new error kinds, with their number first', async () => {
    const changes = [changeShop({}), changeShop({ change_id: 'd2', id: 'd2', title: 'Deploy shop once more' })]
    const { report, turns } = await watch(createInstallation({}, changes, listNewErrors(20, 550)))
    expect(turns.at(-1)).to.be.at.most(2)
    expect(report).to.deep.include({ verdict: 'bad', first_failing_service: 'shop', rivals: [] })
    expect(report.summary).to.match(/^Version v2 of shop made things worse: roll it back\. 20 new errors appeared/)
    expect(report.claims[0]).to.deep.include({
      text: '20 new errors appeared after the deployment, 11,000 events in total.',
      status: 'verified',
    })
    expect(report.claims.map(({ status }) => status)).to.not.include('unsupported')
  })

  it('says if no request failed', async () => {
    const { report } = await watch(createInstallation({ before: { failedRatio: 0 } }))
    const texts = report.claims.map(({ text }) => text)
    expect(texts).to.include('No request to shop failed, before or after the deployment.')
  })

  it('produces readable sentences for any input', async () => {
    const befores: Partial<Traffic>[] = [
      {},
      { failedRatio: 0 },
      { failedRatio: 0.00002, requestsPerMinute: 20_000 },
      { requestsPerMinute: 4 },
    ]
    const afters: Partial<Traffic>[] = [
      {},
      { failedRatio: 0.0002 },
      { failedRatio: 0.02, p95Ms: 900 },
      { errorsPerMinute: 30, restartsPerMinute: 2 },
    ]
    const cases = befores.flatMap((before) =>
      afters.flatMap((change): ServiceCase[] => {
        const after = { ...before, ...change }
        return [
          { before, after },
          { before, after, dayBefore: after },
        ]
      }),
    )
    for (const service of cases) {
      const groups = service.dayBefore ? listNewErrors(1, 12) : []
      const { report } = await watch(createInstallation(service, [changeShop({})], groups))
      const texts = [report.summary, ...report.claims.map(({ text }) => text)]
      for (const text of texts) expectReadable(text, JSON.stringify(service))
      expect(report.claims.filter(({ status }) => status === 'unsupported')).to.deep.equal([])
    }
  })

  it('watches to the end before concluding healthy, with each check run once', async () => {
    const { report, turns, record } = await watch(createInstallation({}))
    expect(turns.map(Math.floor)).to.deep.equal([0, 1, 2, 5, 10, 15, 20, 25, 30])
    expect(record.map(({ step }) => step.input['look'])).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8])
    expect(report).to.deep.include({ verdict: 'healthy', remediation: 'none', cause: null })
    expect(report.claims.map(({ status }) => status)).to.not.include('unsupported')
  })

  it('answers repeated queries from the record only', async () => {
    const installation = createInstallation({})
    await watch(installation)
    const asked = installation.questions.filter((id) => id === 'listChanges')
    expect(asked).to.have.length(8)
  })

  it('makes up for missed checks with one', async () => {
    const { report, turns, record } = await watch(createInstallation({}), deployedAt + 300 * minuteMs)
    expect({ turns: turns.length, steps: record.length, verdict: report.verdict }).to.deep.equal({
      turns: 1,
      steps: 1,
      verdict: 'healthy',
    })
  })

  it('names another change that may have caused the rise, and then blames nothing', async () => {
    const flag = changeShop({ change_id: 'f1', kind: 'flag', id: 'f1', title: 'new checkout on', details: {} })
    const { report } = await watch(createInstallation({ after: { failedRatio: 0.2 } }, [changeShop({}), flag]))
    expect(report).to.deep.include({ verdict: 'suspect', cause: null, remediation: 'none' })
    expect(report.rivals).to.have.length(1)
    expect(report.rivals[0]?.why_not).to.contain(
      'It may also be the cause: it took effect in the same minute as the deployment',
    )
  })

  it('is inconclusive if nothing was sent', async () => {
    const nothing = { requestsPerMinute: 0, errorsPerMinute: 0 }
    const { report } = await watch(createInstallation({ before: nothing }))
    expect(report).to.deep.include({ verdict: 'inconclusive', cause: null })
  })

  it('reproduces its result from the record alone, at any time', async () => {
    for (const after of [{}, { failedRatio: 0.2 }]) {
      const { report, record } = await watch(createInstallation({ after }))
      const replay = createReplay({ session, asOf: deployedAt, steps: record })
      const outcome = await createDeploymentWatch({ clock: () => Infinity, watchMinutes: 30 })(replay)
      if (outcome.kind !== 'concluded') throw new Error('it did not conclude')
      expect(checkReport(outcome.draft, resultsOf(record))).to.deep.equal(report)
    }
  })
})
