import { readSessionRecord, type SessionRecord } from '@signalbox/contracts'
import { expect } from 'chai'
import { foreignKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'
import { recordedStep, sampleReport, sampleUsage } from '../support/session-samples.js'

describe(`GET ${readSessionRecord.path}`, () => {
  let served: ServedControlPlane

  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())

  const start = async () => {
    const created = await served.call('POST', '/api/v1/agent/sessions/', { prompt: 'Why?' })
    return (created.body as { session_id: string }).session_id
  }
  const read = (id: string, key?: string) => served.call('GET', `/api/v1/agent/sessions/${id}/record/`, undefined, key)

  it('returns every step with its complete record', async () => {
    const id = await start()
    const [claimed] = await served.controlPlane.sessionWork.claimSessions({ owner: 'w', leaseMs: 60_000, max: 1 })
    if (!claimed) throw new Error('nothing was claimed')
    for (const number of [1, 2]) {
      await served.controlPlane.sessionWork.appendStep(claimed.lease, recordedStep(number), sampleUsage)
    }
    await served.controlPlane.sessionWork.endTurn(claimed.lease, { status: 'completed', report: sampleReport })
    const { status, body } = await read(id)
    const { session, as_of: asOf, steps } = body as SessionRecord
    expect(status).to.equal(200)
    expect(session).to.deep.include({ session_id: id, prompt: 'Why?', status: 'completed', report: sampleReport })
    expect(asOf).to.equal(new Date(served.time.now).toISOString())
    expect(steps).to.deep.equal([recordedStep(1), recordedStep(2)])
  })

  it('has no time and no steps before the session has started', async () => {
    const { body } = await read(await start())
    expect(body).to.deep.include({ as_of: null, steps: [] })
  })

  it("answers 404 for other organizations' and nonexistent sessions", async () => {
    const id = await start()
    expect((await read(id, foreignKey)).status).to.equal(404)
    expect((await read('0192f3a0-0000-7000-8000-000000000001')).status).to.equal(404)
    expect((await read('nonsense')).status).to.equal(400)
  })
})
