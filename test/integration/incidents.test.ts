import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { evaluateCases, replaySession } from '@signalbox/agent'
import { createApiClient } from '@signalbox/api-client'
import type { SessionRecord } from '@signalbox/contracts'
import { feedIncident } from '../incidents/feed-incident.js'
import { generateIncident } from '../incidents/generate-incident.js'
import type { Incident, IncidentKind } from '../incidents/incident.js'
import { investigate } from '../incidents/investigate.js'
import { scoreReport, sumScores, type Score } from '../incidents/score-incident.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { toInstallation } from '../support/to-installation.js'

const seed = 1
/** One for each possible outcome of an investigation; `make bench ONLY=incidents` covers all kinds. */
const kinds: readonly IncidentKind[] = ['bad-deploy', 'delayed-leak', 'upstream-outage', 'evidence-stops-short']

/** Sends an incident to its own installation and investigates it. */
async function investigateAlone(incident: Incident): Promise<SessionRecord> {
  const signalbox = await startInProcess()
  try {
    const fed = await feedIncident(toInstallation(signalbox), incident, Date.now())
    await eventually(() => expectStored(signalbox, incident), { withinMs: 30_000 })
    return await investigate(createApiClient({ baseUrl: signalbox.url, apiKey: signalbox.apiKey }), incident, fed)
  } finally {
    await signalbox.close()
  }
}

async function expectStored(signalbox: InProcessSignalbox, { logs, metrics }: Incident): Promise<void> {
  expect(await signalbox.readColumn('logs', 'timestamp')).to.have.length(logs.length)
  expect(await signalbox.readColumn('metric_points', 'timestamp')).to.have.length(metrics.length)
}

/** The record as a version that interpreted the same responses differently would have left it. */
function asOfAnotherVersion({ steps, ...rest }: SessionRecord): SessionRecord {
  const derivedOtherwise = (evidence: SessionRecord['steps'][number]['step']['evidence']) =>
    evidence.map((one) => (one.query === null ? { ...one, result_sha256: '0'.repeat(64) } : one))
  return {
    ...rest,
    steps: steps.map(({ step, results }) => ({
      step: { ...step, evidence: derivedOtherwise(step.evidence) },
      results,
    })),
  }
}

describe('investigating generated incidents', function () {
  this.timeout(300_000)
  const scores: Score[] = []
  const records: SessionRecord[] = []

  before(async () => {
    for (const kind of kinds) {
      const incident = generateIncident(kind, seed)
      const record = await investigateAlone(incident)
      records.push(record)
      scores.push(scoreReport(incident, record.session.report))
    }
  })

  it('is right about three of four, and never blames an innocent commit', () => {
    const { rightRatio, blamedInnocent } = sumScores(scores)
    const answers = scores.map(({ name, isRight, answer }) => `${name}: ${isRight ? 'right' : 'wrong'}, ${answer}`)
    expect(blamedInnocent, answers.join('\n')).to.equal(0)
    expect(rightRatio, answers.join('\n')).to.be.at.least(0.75)
  })

  it('proves its claims', () => {
    expect(sumScores(scores).verifiedClaimRatio).to.be.at.least(0.95)
  })

  it('reproduces its result from the record alone', async () => {
    for (const record of records) {
      const { differences } = await replaySession(JSON.parse(JSON.stringify(record)) as SessionRecord)
      expect(differences, record.session.prompt).to.deep.equal([])
    }
  })

  it('is evaluated against its record once people have confirmed or corrected the cause', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-cases-'))
    try {
      const culprits = records.map(({ session }) => session.report?.cause?.commit_sha ?? null)
      const truths = [...culprits.slice(0, -1), 'another commit']
      for (const [index, { session, ...rest }] of records.map(asOfAnotherVersion).entries()) {
        const { verdict } = session.report ?? {}
        if (verdict === 'inconclusive') continue
        const review = {
          outcome: 'corrected',
          culprit: truths[index] ?? null,
          first_failing_service: null,
          note: '',
          reviewed_by: 'Ada',
          reviewed_at: session.created_at,
        }
        await writeFile(join(folder, `${index}.json`), JSON.stringify({ session: { ...session, review }, ...rest }))
      }
      const cases = await evaluateCases(folder)
      expect(cases.map(({ wasRight }) => wasRight)).to.include(true)
      for (const one of cases) {
        const expected = one.culprit !== 'another commit'
        expect(one, one.says).to.include({ wasRight: expected, isRight: expected })
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
