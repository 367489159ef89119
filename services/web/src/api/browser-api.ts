import { ApiConnectionError, ApiError, createRequestUrl } from '@signalbox/api-client/browser'
import type { Problem } from '@signalbox/contracts'
import type { RouteResponse, RouteInput, RouteName } from './contract-types.js'

/** An error response, with the server's message if there is one. */
export class RefusedError extends ApiError {
  constructor(status: number, problem: Problem | undefined, retryAfterSeconds: number | undefined) {
    super(status, problem?.detail ?? problem?.title ?? `The server answered ${status}`, problem, retryAfterSeconds)
  }
}

export interface BrowserApiOptions {
  routes: Readonly<Record<string, readonly [method: string, path: string]>>
  fetch(input: string, init: RequestInit): Promise<Response>
  /** CSRF token of the session, for requests that change something; undefined if nobody is signed in. */
  readToken(): string | undefined
  /** Fetches the token again: another tab may have started another session. Resolves to whether it changed. */
  renewToken(): Promise<boolean>
  /**
   * Asks the person to confirm their identity, for requests that need a recent sign-in. Resolves to whether they did.
   */
  confirm(): Promise<boolean>
}

export interface BrowserApi {
  /**
   * Calls a route with the session cookie.
   * @throws RefusedError if the server refuses, ApiConnectionError if there is no usable response, or an AbortError if
   * the signal aborts.
   */
  call<Name extends RouteName>(name: Name, input: RouteInput<Name>, signal?: AbortSignal): Promise<RouteResponse<Name>>
}

/** A typed API client for browsers. Routes are called by contract name; only the contracts' types are used. */
export function createBrowserApi(options: BrowserApiOptions): BrowserApi {
  return {
    call: async (name, input, signal) => {
      const ask = () => send(options, createRequest(options, name, input), signal)
      const answer = await ask()
      const remedy = remedyFor(answer, options)
      return readResponse(remedy && (await remedy()) ? await ask() : answer)
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

interface ParsedResponse {
  response: Response
  content: unknown
}

async function send(
  options: BrowserApiOptions,
  { url, init }: ReturnType<typeof createRequest>,
  signal?: AbortSignal,
): Promise<ParsedResponse> {
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
    // Empty, or not from Signalbox: the status decides.
    return undefined
  }
}

/** A way to make one retry succeed; undefined if there is none. */
function remedyFor({ response, content }: ParsedResponse, { renewToken, confirm }: BrowserApiOptions) {
  if (response.status !== 403) return undefined
  const code = readProblem(content)?.code
  return code === 'forged-request' ? renewToken : code === 'confirmation-required' ? confirm : undefined
}

// The response is trusted to match the contract, as in all of the project's clients.
function readResponse<Name extends RouteName>({ response, content }: ParsedResponse): RouteResponse<Name> {
  if (response.ok) return content as RouteResponse<Name>
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new RefusedError(response.status, readProblem(content), Number.isFinite(seconds) ? seconds : undefined)
}

function readProblem(content: unknown): Problem | undefined {
  return isProblem(content) ? content : undefined
}

function isProblem(content: unknown): content is Problem {
  return typeof content === 'object' && content !== null && 'title' in content && 'code' in content
}
