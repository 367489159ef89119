import { ApiConnectionError, ApiError, createRequestUrl } from '@signalbox/api-client/browser'
import type { Problem } from '@signalbox/contracts'
import type { RouteAnswer, RouteInput, RouteName } from './contract-types.js'

/** A refusal, in the words of the server where it has any. */
export class RefusedError extends ApiError {
  constructor(status: number, problem: Problem | undefined, retryAfterSeconds: number | undefined) {
    super(status, problem?.detail ?? problem?.title ?? `The server answered ${status}`, problem, retryAfterSeconds)
  }
}

export interface BrowserApiOptions {
  routes: Readonly<Record<string, readonly [method: string, path: string]>>
  fetch(input: string, init: RequestInit): Promise<Response>
  /** The token of the session, for requests that change something; undefined when nobody is signed in. */
  readToken(): string | undefined
  /** Asks for the token anew: another tab may have begun another session. Resolves whether it changed. */
  renewToken(): Promise<boolean>
  /** Asks the person who they are, for what needs a recent sign-in. Resolves whether they confirmed it. */
  confirm(): Promise<boolean>
}

export interface BrowserApi {
  /**
   * Calls one route with the cookie of the session.
   * @throws RefusedError when the server refuses, ApiConnectionError when no usable answer comes; an AbortError when
   * the signal aborts.
   */
  call<Name extends RouteName>(name: Name, input: RouteInput<Name>, signal?: AbortSignal): Promise<RouteAnswer<Name>>
}

/** The typed client of a browser. Routes are called by the names of their contracts, of which only the types are used. */
export function createBrowserApi(options: BrowserApiOptions): BrowserApi {
  return {
    call: async (name, input, signal) => {
      const ask = () => send(options, createRequest(options, name, input), signal)
      const answer = await ask()
      const wayOn = wayOnFrom(answer, options)
      return readAnswer(wayOn && (await wayOn()) ? await ask() : answer)
    },
  }
}

interface Parts {
  params?: object
  query?: object
  body?: unknown
}

function createRequest({ routes, readToken }: BrowserApiOptions, name: string, { params, query, body }: Parts) {
  const address = routes[name]
  if (!address) throw new Error(`No route is called ${name}`)
  const [method, path] = address
  const token = readToken()
  const init: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && token !== undefined && { 'x-csrf-token': token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return { url: createRequestUrl('', { id: name, path }, { ...(params && { params }), ...(query && { query }) }), init }
}

interface Answer {
  response: Response
  content: unknown
}

async function send(
  options: BrowserApiOptions,
  { url, init }: ReturnType<typeof createRequest>,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    const response = await options.fetch(url, { ...init, ...(signal && { signal }) })
    return { response, content: parseJson(await response.text()) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiConnectionError('Cannot reach the server', { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Empty, or not from our server: the status says what to make of it.
    return undefined
  }
}

/** What makes it worth asking once more; undefined when nothing does. */
function wayOnFrom({ response, content }: Answer, { renewToken, confirm }: BrowserApiOptions) {
  if (response.status !== 403) return undefined
  const code = readProblem(content)?.code
  return code === 'forged-request' ? renewToken : code === 'confirmation-required' ? confirm : undefined
}

// The answer is trusted to have the contract's form, as every client of ours does.
function readAnswer<Name extends RouteName>({ response, content }: Answer): RouteAnswer<Name> {
  if (response.ok) return content as RouteAnswer<Name>
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new RefusedError(response.status, readProblem(content), Number.isFinite(seconds) ? seconds : undefined)
}

function readProblem(content: unknown): Problem | undefined {
  return isProblem(content) ? content : undefined
}

function isProblem(content: unknown): content is Problem {
  return typeof content === 'object' && content !== null && 'title' in content && 'code' in content
}
