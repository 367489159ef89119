import { ApiConnectionError } from '@signalbox/api-client/browser'
import { expect } from 'chai'
import { createRouteTable } from '../build/route-table.js'
import { createBrowserApi, RefusedError } from '../src/api/browser-api.js'
import { isWorthRetrying, waitBefore } from '../src/api/query-client.js'

interface Sent {
  url: string
  init: RequestInit
}

function createApi(answers: Response[], tokens: string[] = ['first'], confirmations: boolean[] = []) {
  const sent: Sent[] = []
  const api = createBrowserApi({
    routes: createRouteTable(),
    fetch: (url, init) => {
      sent.push({ url, init })
      const answer = answers.shift()
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('no network'))
    },
    readToken: () => tokens[0],
    confirm: () => Promise.resolve(confirmations.shift() === true),
    renewToken: () => {
      tokens.shift()
      return Promise.resolve(tokens.length > 0)
    },
  })
  return { api, sent }
}

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ type: 'x', title: 'Refused', status, code, request_id: 'r1' }), { status, headers })

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the API client in browsers', () => {
  it('calls routes by their contract names, and sends the CSRF token only with changes', async () => {
    const { api, sent } = createApi([new Response('{"projects":[]}'), new Response('{}', { status: 201 })])
    expect(await api.call('listTelemetryProjects', {})).to.deep.equal({ projects: [] })
    await api.call('createTelemetryProject', { body: { name: 'shop' } })
    expect(sent.map(({ url, init }) => [init.method, url])).to.deep.equal([
      ['GET', '/api/v1/telemetry/projects/'],
      ['POST', '/api/v1/telemetry/projects/'],
    ])
    expect(sent.map(({ init }) => new Headers(init.headers).get('x-csrf-token'))).to.deep.equal([null, 'first'])
  })

  it('retries once with the new token if another tab started another session', async () => {
    const { api, sent } = createApi([problem(403, 'forged-request'), new Response('{}')], ['old', 'new'])
    await api.call('signOut', {})
    expect(sent.map(({ init }) => new Headers(init.headers).get('x-csrf-token'))).to.deep.equal(['old', 'new'])
  })

  it('confirms identity if the server requires it, and retries only once confirmed', async () => {
    const asking = () => problem(403, 'confirmation-required')
    const confirmed = createApi([asking(), new Response('{}')], ['first'], [true])
    await confirmed.api.call('createRecoveryCodes', {})
    expect(confirmed.sent).to.have.length(2)
    const refused = createApi([asking()], ['first'], [false])
    expect(await failure(refused.api.call('createRecoveryCodes', {}))).to.include({ status: 403 })
    expect(refused.sent).to.have.length(1)
  })

  it("reports the server's error, and its Retry-After", async () => {
    const { api } = createApi([problem(429, 'rate-limited', { 'retry-after': '12' })])
    const error = await failure(api.call('listTelemetryProjects', {}))
    expect(error).to.be.instanceOf(RefusedError)
    expect(error).to.include({ status: 429, retryAfterSeconds: 12 })
    expect(isWorthRetrying(50, error)).to.equal(true)
    expect(waitBefore(50, error)).to.equal(12)
  })

  it('distinguishes an error response from an unreachable server', async () => {
    const { api } = createApi([])
    expect(await failure(api.call('listTelemetryProjects', {}))).to.be.instanceOf(ApiConnectionError)
    const refused = createApi([new Response('<html>proxy</html>', { status: 502 })])
    expect(await failure(refused.api.call('listTelemetryProjects', {}))).to.include({ status: 502, problem: undefined })
  })

  it('retries temporary errors, and never permanent ones', () => {
    const refusal = (status: number) => new RefusedError(status, undefined, undefined)
    expect(isWorthRetrying(0, refusal(500))).to.equal(true)
    expect(isWorthRetrying(2, refusal(500))).to.equal(false)
    for (const status of [400, 401, 403, 404, 409]) expect(isWorthRetrying(0, refusal(status))).to.equal(false)
  })
})
