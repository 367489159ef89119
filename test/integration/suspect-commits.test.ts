import { expect } from 'chai'
import type { ErrorEvent, SuspectCommit } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { postEvent } from '../support/post-envelope.js'

describe('listSuspectCommits', () => {
  let signalbox: InProcessSignalbox
  before(async () => {
    signalbox = await startInProcess()
  })
  after(() => signalbox.close())

  it("returns the release's commits that touched files of the frames, with their authors", async () => {
    const commit = (id: string, release: string, files: string[]) => ({
      ...{ kind: 'commit', id, title: `Change ${id}`, author: `${id}@example.com`, files, details: { release } },
      occurred_at: new Date(Date.now() - 60_000).toISOString(),
    })
    const changes = [
      commit('caller', 'shop@2', ['packages/shop/src/cart.ts']),
      commit('culprit', 'shop@2', ['README.md', 'packages/shop/src/pay.ts']),
      commit('before', 'shop@1', ['packages/shop/src/pay.ts']),
    ]
    expect((await signalbox.call('POST', '/api/v1/changes/', { changes })).status).to.equal(202)
    await sendError('e'.repeat(32))
    const issueId = await eventually(async () => {
      const { body } = await signalbox.call('GET', '/api/v1/telemetry/query/errors/?since=1h')
      const [event] = (body as { events: ErrorEvent[] }).events
      expect(event?.issue_id).to.be.a('string')
      return String(event?.issue_id)
    })
    const { status, body } = await signalbox.call('GET', `/api/v1/issues/${issueId}/suspect-commits/`)
    expect(status, JSON.stringify(body)).to.equal(200)
    const { suspects } = body as { suspects: SuspectCommit[] }
    expect(
      suspects.map(({ commit, author, frame, is_in_release }) => [commit, author, frame.depth, is_in_release]),
    ).to.deep.equal([
      ['culprit', 'culprit@example.com', 0, true],
      ['caller', 'caller@example.com', 1, true],
    ])
  })

  async function sendError(eventId: string): Promise<void> {
    const frames = [
      { filename: 'webpack://shop/./src/cart.ts', function: 'add', lineno: 9, in_app: true },
      { filename: 'app:///src/pay.ts', function: 'pay', lineno: 3, in_app: true },
    ]
    const exception = { values: [{ type: 'TypeError', value: 'x', stacktrace: { frames } }] }
    const event = { event_id: eventId, timestamp: Date.now() / 1_000, platform: 'python', release: 'shop@2', exception }
    await postEvent(signalbox.url, signalbox.project, event)
  }
})
