import { expect } from 'chai'
import type { BrowserSession } from '@signalbox/contracts'

/** What a browser got. */
export interface BrowserAnswer {
  status: number
  headers: Headers
  /** Parsed where it is JSON, else the text. */
  body: unknown
}

/** A browser as far as signing in goes: it keeps cookies, and sends the token of its session with what changes something. */
export class TestBrowser {
  /** By name. */
  readonly cookies = new Map<string, string>()
  /** Every `Set-Cookie` that it was sent, as it was. */
  readonly received: string[] = []
  csrfToken = ''
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Redirects are answers, not followed. A header of undefined is left out. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<BrowserAnswer> {
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

  /** Posts what begins a session, and keeps its token. */
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

  /** @param link As the invitation was answered. */
  accept(link: string, email: string, password = testPassword): Promise<BrowserSession> {
    const token = new URL(link).hash.slice(1)
    return this.enter('/api/v1/auth/invitations/accept/', { token, email, password })
  }
}

/** Of everybody who does not say otherwise. */
export const testPassword = 'correct horse battery'

/** So cheap that a test can sign many people in. */
export const testPasswordCost = { cost: 16, blockSize: 1, parallelization: 1 }
