import { confirmReport, type SessionDetail, type SessionRecord, type SessionReport } from '@signalbox/contracts'
import { expect } from 'chai'
import { foreignKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'
import { sampleReport } from '../support/session-samples.js'

const found: SessionReport = {
  ...sampleReport,
  verdict: 'cause_found',
  cause: { kind: 'commit', commit_sha: 'c0ffee0', change_id: 'c1', mechanism: 'The pool became smaller.' },
  first_failing_service: 'checkout',
}

describe(`POST ${confirmReport.path} and /correct/`, () => {
  let served: ServedControlPlane

  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())

  /** @returns the id of a session that ended with the report; of an active one without. */
  const sessionWith = async (report?: SessionReport) => {
    const created = await served.call('POST', '/api/v1/agent/sessions/', { prompt: 'Why?' })
    if (report) {
      const [claimed] = await served.controlPlane.sessionWork.claimSessions({ owner: 'w', leaseMs: 60_000, max: 1 })
      if (!claimed) throw new Error('nothing was claimed')
      await served.controlPlane.sessionWork.endTurn(claimed.lease, { status: 'completed', report })
    }
    return (created.body as { session_id: string }).session_id
  }
  const say = (id: string, what: 'confirm' | 'correct', body: object, key?: string) =>
    served.call('POST', `/api/v1/agent/sessions/${id}/${what}/`, body, key)
  const reviewOf = ({ body }: { body: unknown }) => (body as SessionDetail).review
  const listed = async (review: string) => {
    const { body } = await served.call('GET', `/api/v1/agent/sessions/?review=${review}`)
    return (body as { sessions: { session_id: string }[] }).sessions.map(({ session_id: id }) => id)
  }

  it("stores the report's result when confirmed, and the given one when corrected", async () => {
    const id = await sessionWith(found)
    const confirmed = await say(id, 'confirm', { note: 'Rolled back, gone' })
    expect(confirmed.status).to.equal(200)
    expect(reviewOf(confirmed)).to.include({ outcome: 'confirmed', culprit: 'c0ffee0', note: 'Rolled back, gone' })
    expect(reviewOf(confirmed)).to.include({ first_failing_service: 'checkout' })
    expect(await listed('confirmed')).to.deep.equal([id])
    const corrected = await say(id, 'correct', { culprit: null })
    expect(reviewOf(corrected)).to.deep.include({ outcome: 'corrected', culprit: null, first_failing_service: null })
    expect(reviewOf(corrected)?.reviewed_by).not.to.equal('')
    expect([await listed('confirmed'), await listed('any')]).to.deep.equal([[], [id]])
    const { body } = await served.call('GET', `/api/v1/agent/sessions/${id}/record/`)
    expect((body as SessionRecord).session.review).to.deep.equal(reviewOf(corrected))
  })

  it('answers 409 if there is no report, or if the report to confirm names nothing', async () => {
    const open = await sessionWith()
    expect((await say(open, 'correct', { culprit: 'c0ffee0' })).status).to.equal(409)
    await served.call('POST', `/api/v1/agent/sessions/${open}/cancel/`)
    const silent = await sessionWith(sampleReport)
    expect((await say(silent, 'confirm', {})).status).to.equal(409)
    expect((await say(silent, 'correct', { culprit: 'c0ffee0' })).status).to.equal(200)
  })

  it("answers 404 for other organizations' sessions, and 400 for a correction without a cause", async () => {
    const id = await sessionWith(found)
    expect((await say(id, 'confirm', {}, foreignKey)).status).to.equal(404)
    expect((await say(id, 'correct', { note: 'wrong!' })).status).to.equal(400)
    expect((await say(id, 'correct', { culprit: ' ' })).status).to.equal(400)
    expect(await listed('confirmed')).to.not.include(id)
  })
})
