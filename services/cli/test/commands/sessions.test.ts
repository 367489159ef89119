import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import type { SessionDetail } from '@signalbox/contracts'
import { run } from '../support/run.js'

const id = '0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e'

const session: SessionDetail = {
  session_id: id,
  status: 'completed',
  created_at: '2026-05-17T12:00:00.000Z',
  url: `/agents/${id}`,
  prompt: 'checkout is slow',
  origin: { kind: 'manual', id: null },
  ended_at: '2026-05-17T12:00:05.000Z',
  verdict: 'cause_found',
  context: {},
  report: {
    verdict: 'cause_found',
    summary: 'A change is to blame.',
    cause: { kind: 'commit', commit_sha: 'a'.repeat(40), change_id: 'c1', mechanism: 'The pool became smaller.' },
    first_failing_service: 'checkout',
    onset_at: '2026-05-17T11:50:00.000Z',
    blast_radius: ['web'],
    remediation: 'rollback',
    confidence: 0.9,
    claims: [
      { text: 'The pool was full.', evidence_ids: ['e1'], assertion: [], status: 'verified' },
      { text: 'Aliens did it.', evidence_ids: [], assertion: [], status: 'unsupported' },
    ],
    rivals: [{ change_id: 'c2', why_not: 'It came later.' }],
  },
  steps: [],
  usage: { steps: 2, queries: 3, input_tokens: 0, output_tokens: 0, duration_ms: 5_000 },
}

const step = (number: number) => ({
  number,
  tool: 'compare_windows',
  input: {},
  text: `looked ${number}`,
  error: null,
  evidence: [],
  started_at: session.created_at,
  duration_ms: 12,
})

const event = (name: string, eventId: string, data: unknown) =>
  `: still here\n\nid: ${eventId}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

describe('signalbox sessions', () => {
  let server: Server
  let url: string
  let answered: SessionDetail
  /** The stream after each event that a caller may name. */
  let streams: Record<string, string>
  let asked: string[]

  beforeEach(async () => {
    answered = session
    asked = []
    streams = { '': event('step', '1', step(1)), 1: event('step', '2', step(2)) + event('status', 'end', session) }
    server = createServer((req, res) => {
      asked.push(`${req.method ?? ''} ${req.url ?? ''}`)
      if (req.url?.endsWith('/events/') === true) {
        res.writeHead(200, { 'content-type': 'text/event-stream' })
        res.end(streams[String(req.headers['last-event-id'] ?? '')])
        return
      }
      const list = { sessions: [session], count: 1, next: null, previous: null }
      const isList = req.method === 'GET' && req.url?.includes(id) !== true
      res.writeHead(req.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      res.end(JSON.stringify(isList ? list : answered))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const sessions = (...args: string[]) => run(['sessions', ...args, '--url', url, '--api-key', 'k'])

  it('names rivals by their title if the report has no suspects', async () => {
    const { report } = session
    if (report === null) throw new Error('there is a report')
    const rivals = [
      { change_id: 'c3', title: 'Tidy up\n\nThe rest.', why_not: 'It only moves code.' },
      { change_id: 'c4', why_not: 'It runs elsewhere.' },
    ]
    answered = { ...session, report: { ...report, rivals } }
    const { out } = await sessions('show', id)
    const told = out.split('\n').filter((line) => line.startsWith('  not '))
    expect(told).to.deep.equal(['  not "Tidy up": It only moves code.', '  not c4: It runs elsewhere.'])
  })

  it('prints each sentence once, in sections by topic, and suspects with their reasons', async () => {
    const { report } = session
    if (report === null) throw new Error('there is a report')
    const claim = { evidence_ids: ['e1'], assertion: [], status: 'verified' as const }
    const suspect = { change_id: 'c1', commit_sha: 'a'.repeat(40), next_check: 'Roll it back.' }
    answered = {
      ...session,
      report: {
        ...report,
        summary: 'A change is to blame. Roll back checkout.',
        claims: [
          { ...claim, text: 'Roll back checkout.', topic: 'remedy' },
          { ...claim, text: 'It removes a lock.', topic: 'cause' },
          { ...claim, text: 'Aliens did it.', topic: 'cause', status: 'unsupported' },
        ],
        suspects: [
          { ...suspect, title: 'Remove a lock', probability: 0.9, for: [], against: [] },
          { ...suspect, title: 'Tune the pool', probability: 0.08, for: ['It runs there.'], against: ['It is old.'] },
          { ...suspect, title: 'Fix a typo', probability: 0.01, for: [], against: [] },
        ],
      },
    }
    const { out } = await sessions('show', id)
    expect(out.split('Roll back checkout.')).to.have.length(2)
    expect(out).to.match(/\nWhy\n {2}\+ It removes a lock\. \[e1\]\n\nNot proven\n {2}- UNSUPPORTED: Aliens did it\./)
    expect(out).to.match(
      /\nOther suspects\n +8 % {2}a{8} Tune the pool\n +for +It runs there\.\n +against +It is old\.\n/,
    )
    expect(out).to.not.contain('Fix a typo')
  })

  it('lists sessions in a table', async () => {
    const { code, out } = await sessions('list', '--status', 'completed')
    expect(out).to.contain('cause_found  checkout is slow').and.to.contain(id)
    expect(asked[0]).to.contain('status=completed')
    expect(code).to.equal(0)
  })

  it('shows the report, and marks unproven claims', async () => {
    const { out } = await sessions('show', id)
    expect(out).to.contain('Cause         commit aaaaaaaa').and.to.contain('+ The pool was full. [e1]')
    expect(out).to.contain('- UNSUPPORTED: Aliens did it.').and.to.contain('not c2: It came later.')
  })

  it("prints the server's response with --json", async () => {
    expect(JSON.parse((await sessions('show', id, '--json')).out)).to.deep.equal(session)
    expect(JSON.parse((await sessions('list', '--json')).out)).to.have.nested.property('items[0].session_id', id)
  })

  it('follows a session across a broken connection, each step once, and ends with the report', async () => {
    const { code, out } = await sessions('watch', id)
    expect(out.match(/looked \d/g)).to.deep.equal(['looked 1', 'looked 2'])
    expect(out).to.contain('Verdict       cause_found')
    expect(code).to.equal(0)
  })

  it('fails if the watched session failed, with the reason', async () => {
    answered = { ...session, status: 'failed', report: null, verdict: null, failure: 'its budget was spent' }
    streams = { '': event('status', 'end', answered) }
    const { code, err } = await sessions('watch', id)
    expect({ code, err }).to.deep.equal({ code: 1, err: `signalbox: session ${id} is failed: its budget was spent\n` })
  })

  it('starts a session, and follows it on request', async () => {
    const { out } = await sessions('start', 'why?', '--context', '{"service":"checkout"}', '--watch')
    expect(out).to.match(/^Session \S+ is completed\.\n/)
    expect(out).to.contain('looked 2')
  })

  it('cancels a session', async () => {
    answered = { ...session, status: 'cancelled' }
    expect((await sessions('cancel', id)).out).to.equal(`Session ${id} is cancelled.\n`)
    expect(asked[0]).to.match(/^POST .*\/cancel\/$/)
  })

  it('confirms and corrects a report, and shows the stored review', async () => {
    const review = { first_failing_service: null, note: '', reviewed_by: 'Ada', reviewed_at: session.created_at }
    answered = { ...session, review: { ...review, outcome: 'confirmed', culprit: 'c1' } }
    expect((await sessions('confirm', id)).out).to.equal(`Session ${id} is confirmed by Ada.\n`)
    answered = { ...session, review: { ...review, outcome: 'corrected', culprit: null, note: 'DNS' } }
    const { out } = await sessions('correct', id, '--no-change', '--note', 'DNS')
    expect(out).to.equal(`Session ${id} is corrected by Ada: no change was responsible (DNS).\n`)
    expect(asked.map((request) => request.split('/').at(-2))).to.deep.equal(['confirm', 'correct'])
    expect((await sessions('correct', id)).code).to.equal(2)
    expect((await sessions('correct', id, '--culprit', 'c1', '--no-change')).code).to.equal(2)
    expect((await sessions('correct', id, '--culprit', 'none')).code).to.equal(2)
  })

  it('treats a context that is not an object, a bad offset and a missing id as wrong usage', async () => {
    expect((await sessions('start', 'why?', '--context', '[1]')).code).to.equal(2)
    expect((await sessions('list', '--after', '0')).code).to.equal(2)
    expect((await sessions('show')).code).to.equal(2)
    expect(asked).to.deep.equal([])
  })
})
