import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionCreated, SessionDetail } from '@signalbox/contracts'
import { expect } from 'chai'
import { startModelStandIn, type ModelStandIn } from '../../services/agent/test/support/model-stand-in.js'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'

/** The lease of a killed process expires within this time, and the session is resumed. */
const resumedWithinMs = 90_000

describe('kill -9 in the middle of an agent session', () => {
  let dataDirectory: string
  let model: ModelStandIn
  let signalbox: SignalboxProcess | undefined
  /** The first request never gets a response; all later ones are refused, so the session ends without a model. */
  const answer = (number: number) => (number === 0 ? 'stall' : { status: 400, body: '{"error":{"message":"no"}}' })

  before(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-session-'))
    model = await startModelStandIn(answer)
  })
  after(async () => {
    await signalbox?.dispose()
    await model.close()
    await rm(dataDirectory, { recursive: true, force: true })
  })

  const start = async () => {
    const env = { SIGNALBOX_LLM_BASE_URL: model.baseUrl, SIGNALBOX_LLM_MODEL: 'stand-in' }
    signalbox = await startSignalbox({ dataDirectory, env })
    return signalbox
  }

  it('is resumed by the next process where it stopped: no step is lost, changed or repeated', async () => {
    const killed = await start()
    const { body } = await killed.call('POST', '/api/v1/agent/sessions/', { prompt: 'Why is it slow?' })
    const path = `/api/v1/agent/sessions/${(body as SessionCreated).session_id}/`
    await eventually(() => {
      expect(model.requests).to.have.length(1)
    })
    const before = await killed.get<SessionDetail>(path)
    expect(before.status).to.equal('active')
    expect(before.steps).to.not.have.length(0)
    await killed.kill()

    const resumed = await start()
    const ended = await eventually(
      async () => {
        const detail = await resumed.get<SessionDetail>(path)
        expect(detail.status).to.equal('completed')
        return detail
      },
      { withinMs: resumedWithinMs, everyMs: 250 },
    )
    expect(ended.steps.slice(0, before.steps.length)).to.deep.equal(before.steps)
    expect(ended.steps.map(({ number }) => number)).to.deep.equal(ended.steps.map((_, index) => index + 1))
    const evidence = ended.steps.flatMap((step) => step.evidence.map(({ evidence_id: id }) => id))
    expect(new Set(evidence)).to.have.property('size', evidence.length)
    expect(ended.usage.queries).to.be.at.most(evidence.length)
  })
})
