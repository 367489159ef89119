import { expect } from 'chai'
import type { BrowserSession } from '@signalbox/contracts'

/** A response as seen by a browser. */
export interface BrowserResponse {
  status: number
  headers: Headers
  /** Parsed if it is JSON, otherwise text. */
  body: unknown
}

/**
 * A browser, as far as sign-in requires: keeps cookies, and sends the session's CSRF token with requests that change
 * something.
 */
export class TestBrowser {
  /** By name. */
  readonly cookies = new Map<string, string>()
  /** Every received `Set-Cookie`, unmodified. */
  readonly received: string[] = []
  csrfToken = ''
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Redirects are returned, not followed. Undefined headers are omitted. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<BrowserResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const res = await fetch(new URL(path, this.#url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(method !== 'GET' && this.csrfToken !== '' && { 'x-csrf-token': this.csrfToken }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    for (const line of res.headers.getSetCookie()) this.#keep(line)
    const text = await res.text()
    const isJson = (res.headers.get('content-type') ?? '').includes('json')
    return { status: res.status, headers: res.headers, body: isJson ? JSON.parse(text) : text }
  }

  #keep(line: string): void {
    this.received.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/Max-Age=0(;|$)/.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Posts a request that starts a session, and stores its token. */
  async enter(path: string, body: object): Promise<BrowserSession> {
    const answer = await this.send('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([200, 201])
    const session = answer.body as BrowserSession
    this.csrfToken = session.csrf_token
    return session
  }

  signIn(email: string, password = testPassword, more: object = {}): Promise<BrowserSession> {
    return this.enter('/api/v1/auth/sign-in/', { email, password, ...more })
  }

  /** @param link from the invitation's response. */
  accept(link: string, email: string, password = testPassword): Promise<BrowserSession> {
    const token = new URL(link).hash.slice(1)
    return this.enter('/api/v1/auth/invitations/accept/', { token, email, password })
  }
}

/** The default password. */
export const testPassword = 'correct horse battery'

/** Cheap enough for tests that sign in many people. */
export const testPasswordCost = { cost: 16, blockSize: 1, parallelization: 1 }
