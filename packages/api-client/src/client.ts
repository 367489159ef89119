import {
  Problem,
  createValidator,
  type RouteContract,
  type Static,
  type TObject,
  type TSchema,
} from '@signalbox/contracts'
import { ApiConnectionError, ApiError } from './errors.js'
import { createRequestUrl } from './request-url.js'

export interface ApiClientOptions {
  /** Address of the installation; a path in front of `/api/` is kept. */
  baseUrl: string
  apiKey: string
  /** For tests. Default: the one of the platform. */
  fetch?: typeof fetch
  /** Milliseconds until a call is given up, the answer's body included. Default 30 000. */
  timeoutMs?: number
}

type Part<Name extends string, Schema, Value> = Schema extends TSchema
  ? Record<Name, Value>
  : Partial<Record<Name, never>>

/** What a call needs, by the contract of its route. Every query parameter may be left out: the server has defaults. */
export type CallInput<
  Params extends TObject | undefined,
  Query extends TObject | undefined,
  Body extends TSchema | undefined,
> = Part<'params', Params, Static<NonNullable<Params>>> &
  Part<'body', Body, Static<NonNullable<Body>>> &
  (Query extends TObject ? { query?: Partial<Static<Query>> } : { query?: never })

export interface ApiClient {
  /**
   * Calls one route. The answer is trusted to have the contract's form, so that a client also understands a newer
   * server that answers more fields; it is undefined for status 204.
   * @throws ApiError when the server refuses, ApiConnectionError when no usable answer comes.
   */
  call<
    Params extends TObject | undefined,
    Query extends TObject | undefined,
    Body extends TSchema | undefined,
    Response extends TSchema,
  >(
    contract: RouteContract<Params, Query, Body, Response>,
    input: CallInput<Params, Query, Body>,
  ): Promise<Static<Response>>
}

const defaultTimeoutMs = 30_000
const validateProblem = createValidator(Problem)

/** Creates a typed client of one installation. It holds no connection of its own and needs no closing. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  return {
    call: async (contract, input) => {
      const { status, ok, text } = await exchange(options, contract, input)
      const answer = text === '' ? undefined : parseJson(text)
      if (!ok) throw createApiError(status, answer)
      if (status !== 204 && answer === undefined) {
        throw new ApiConnectionError(`${options.baseUrl} answered no JSON: is it the address of Signalbox?`)
      }
      return answer as Static<typeof contract.response>
    },
  }
}

interface Exchange {
  status: number
  ok: boolean
  text: string
}

/** Sends the request and reads the whole answer within the time allowed. */
async function exchange(
  options: ApiClientOptions,
  contract: RouteContract,
  input: { params?: object; query?: object; body?: unknown },
): Promise<Exchange> {
  const { baseUrl, apiKey, timeoutMs = defaultTimeoutMs } = options
  const send = options.fetch ?? fetch
  const url = createRequestUrl(baseUrl, contract, input)
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
  const signal = AbortSignal.timeout(timeoutMs)
  const request: RequestInit =
    input.body === undefined
      ? { headers }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(input.body) }
  try {
    const response = await send(url, { ...request, method: contract.method.toUpperCase(), signal })
    return { status: response.status, ok: response.ok, text: await response.text() }
  } catch (error) {
    throw new ApiConnectionError(explainConnection(error, baseUrl, timeoutMs), { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller says so, with the status of the answer.
    return undefined
  }
}

function createApiError(status: number, answer: unknown): ApiError {
  const problem = validateProblem(answer)
  if (!problem.ok) return new ApiError(status, `The server answered status ${status}`)
  const { title, detail } = problem.value
  return new ApiError(status, detail ?? title, problem.value)
}

const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'no such host',
  ERR_INVALID_URL: 'that is no URL',
  EAI_AGAIN: 'the name of the host could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'no connection could be made in time',
}

function explainConnection(error: unknown, baseUrl: string, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `${baseUrl} did not answer within ${timeoutMs} ms`
  const code = findCode(error)
  const reason = connectionFaults[code] ?? (code === '' ? 'the request failed' : code)
  return `Cannot reach ${baseUrl}: ${reason}`
}

/** `fetch` hides the code of the system in its cause. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : findCode(error.cause)
}
