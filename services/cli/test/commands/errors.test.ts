import { expect } from 'chai'
import { createEvent, startFakeServer, type FakeServer } from '../fake-server.js'
import { now, run } from '../support/run.js'

let server: FakeServer | undefined

/** Runs `signalbox errors` against a server that returns these events, or this body and status. */
async function runErrors(args: string[], events: unknown[], options: { columns?: number; total?: number } = {}) {
  const total = options.total ?? events.length
  server = await startFakeServer(200, { events, total, has_more: total > events.length })
  return run(['errors', '--url', server.url, '--api-key', 'secret', ...args], { env: { NO_COLOR: '1' }, ...options })
}

describe('signalbox errors', () => {
  afterEach(() => {
    server?.close()
    server = undefined
  })

  it('lists time, level, title and id of each event', async () => {
    const events = [
      createEvent(),
      createEvent({ level: 'info', exception_type: '', exception_value: '', message: 'hi' }),
    ]
    const { code, out, err } = await runErrors([], events)
    expect(out.split('\n')).to.deep.equal([
      'TIME                      LEVEL    TITLE                      EVENT ID',
      `2026-01-01T00:00:00.000Z  error    TypeError: x is undefined  ${'c'.repeat(32)}`,
      `2026-01-01T00:00:00.000Z  info     hi                         ${'c'.repeat(32)}`,
      '',
    ])
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
  })

  it('requests the last 24 hours and 100 events by default', async () => {
    await runErrors([], [])
    expect(Object.fromEntries(server!.requests[0]!.searchParams)).to.deep.equal({
      since: '24h',
      limit: '100',
      offset: '0',
    })
    expect(server!.keys).to.deep.equal(['Bearer secret'])
  })

  it('passes every filter', async () => {
    await runErrors(['--since', '7d', '--query', 'a b', '--level', 'error', '--project', '7', '--limit', '5'], [])
    expect(Object.fromEntries(server!.requests[0]!.searchParams)).to.deep.equal({
      since: '7d',
      search: 'a b',
      level: 'error',
      project_id: '7',
      limit: '5',
      offset: '0',
    })
  })

  it('reports an empty result, and succeeds', async () => {
    const { code, out } = await runErrors(['--since', '90m'], [])
    expect({ code, out }).to.deep.equal({ code: 0, out: 'No matching errors in the last 90m.\n' })
  })

  it('mentions further events next to the table', async () => {
    const { out, err } = await runErrors([], [createEvent()], { total: 7 })
    expect(err).to.match(/^1 of 7 shown: continue with --after 1/)
    expect(out).to.not.contain('of 7')
  })

  it("shortens titles to the terminal's width only", async () => {
    const event = createEvent({ exception_value: 'y'.repeat(300) })
    const { out } = await runErrors([], [event], { columns: 120 })
    expect(Math.max(...out.split('\n').map((line) => line.length))).to.be.at.most(120)
    server?.close()
    expect((await runErrors([], [event])).out).to.contain('y'.repeat(300))
  })

  it('escapes control characters of events', async () => {
    const hostile = createEvent({
      exception_value: '\u001b[2Jgone\r\nsecond\u202e',
      stack_trace: '\u001b]0;owned\u0007',
    })
    const { out } = await runErrors([], [hostile])
    expect(out).to.not.match(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    expect(out.split('\n')).to.have.length(3)
    server?.close()
    expect((await runErrors(['--event-id', 'c'.repeat(32)], [hostile])).out).to.not.match(/[^\P{Cc}\n\t]/u)
  })

  it('draws exception groups and suppressed exceptions as in the stack', async () => {
    const lines = [
      'ExceptionGroup: 2 failed',
      '  Holds: KeyError: k',
      '    Caused by: Gone',
      '  Suppressed: CloseError: late',
    ]
    const event = createEvent({ stack_trace: lines.join('\n') })
    const { out } = await runErrors(['--event-id', 'c'.repeat(32)], [event])
    expect(out.split('\n').slice(-5)).to.deep.equal([...lines, ''])
  })

  it('shows one event in full, whatever its age', async () => {
    const { code, out } = await runErrors(['--event-id', 'c'.repeat(32)], [createEvent()])
    expect(code).to.equal(0)
    expect(out).to.match(/^TypeError: x is undefined\n\nEvent {8}c{32}\n/)
    expect(out).to.contain('User         ann@example.com\n').and.to.contain('Tag region   eu\n')
    expect(out).to.contain('\n    at pay (src/pay.js:10:3)\n').and.not.to.contain('Trace')
    const asked = Object.fromEntries(server!.requests[0]!.searchParams)
    expect(asked)
      .to.include({ event_id: 'c'.repeat(32) })
      .and.not.to.have.property('since')
    expect(Date.parse(asked['start'] ?? '')).to.be.below(now - 90 * 86_400_000)
  })

  it('fails if no event has the id', async () => {
    const { code, out, err } = await runErrors(['--event-id', 'd'.repeat(32)], [])
    expect({ code, out }).to.deep.equal({ code: 1, out: '' })
    expect(err).to.equal(`signalbox: no such event: ${'d'.repeat(32)}\n`)
  })

  it('prints events and the next page with --json', async () => {
    const { out } = await runErrors(['--json', '--limit', '1', '--after', '3'], [createEvent()], { total: 7 })
    expect(JSON.parse(out)).to.deep.equal({ items: [createEvent()], next: '4' })
    expect(Object.fromEntries(server!.requests[0]!.searchParams)).to.include({ limit: '1', offset: '3' })
  })

  it('reads the address and the key from the environment', async () => {
    server = await startFakeServer(200, { events: [], total: 0, has_more: false })
    const { code } = await run(['errors'], { env: { SIGNALBOX_URL: server.url, SIGNALBOX_API_KEY: 'from-env' } })
    expect(code).to.equal(0)
    expect(server.keys).to.deep.equal(['Bearer from-env'])
  })

  const wrongUses: [args: string[], message: RegExp][] = [
    [['errors'], /no API key: set SIGNALBOX_API_KEY/],
    [
      ['errors', '--since', '2 hours'],
      /'--since <time>' argument '2 hours' is invalid. It must be a duration such as 90m, 24h or 7d/,
    ],
    [['errors', '--level', 'fatal'], /Allowed choices are error, warning, info/],
    [['errors', '--limit', '1001'], /integer between 1 and 1000/],
    [['errors', '--limit', '1.5'], /integer between 1 and 1000/],
    [['errors', '--what'], /unknown option '--what'/],
    [['errors', 'extra'], /too many arguments/],
    [['eror'], /unknown command 'eror'\n\(Did you mean errors\?\)/],
    [[], /Usage: signalbox/],
  ]
  for (const [args, message] of wrongUses) {
    it(`exits with 2 and an explanation for: signalbox ${args.join(' ')}`, async () => {
      const { code, out, err } = await run(args)
      expect({ code, out }).to.deep.equal({ code: 2, out: '' })
      expect(err).to.match(message)
    })
  }

  it('explains a rejected key', async () => {
    server = await startFakeServer(401, {
      type: 'about:blank',
      title: 'x',
      status: 401,
      code: 'unauthenticated',
      request_id: '',
    })
    const { code, err } = await run(['errors', '--url', server.url, '--api-key', 'bad'])
    expect({ code, err }).to.deep.equal({
      code: 1,
      err: 'signalbox: the API key was rejected (401): check SIGNALBOX_API_KEY or --api-key\n',
    })
  })

  it("names the server's faults", async () => {
    const errors = [{ in: 'query', name: 'event_id', detail: 'is not an id' }]
    const problem = { type: 'about:blank', title: 'Invalid parameters', status: 400, code: 'invalid-parameters' }
    server = await startFakeServer(400, { ...problem, request_id: 'r', errors })
    const { code, err } = await run(['errors', '--event-id', '1', '--url', server.url, '--api-key', 'k'])
    expect({ code, err }).to.deep.equal({
      code: 1,
      err: 'signalbox: Invalid parameters (400)\n  event_id is not an id\n',
    })
  })

  it('reports an unreachable server without a stack trace', async () => {
    const { code, err } = await run(['errors', '--url', 'http://127.0.0.1:1', '--api-key', 'k'])
    expect(code).to.equal(1)
    expect(err).to.match(/^signalbox: Cannot reach http:\/\/127\.0\.0\.1:1: .+\n$/)
  })

  it('prints help with every option and examples', async () => {
    const { code, out } = await run(['errors', '--help'])
    expect(code).to.equal(0)
    for (const option of ['since', 'query', 'level', 'event-id', 'project', 'limit', 'json', 'url', 'api-key']) {
      expect(out).to.contain(`--${option}`)
    }
    expect(out).to.contain('Examples:').and.to.contain('SIGNALBOX_API_KEY').and.to.contain('Exit codes:')
    expect((await run(['--help'])).code).to.equal(0)
  })
})
