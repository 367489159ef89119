import { Readable } from 'node:stream'
import {
  Problem,
  createValidator,
  type FileContent,
  type FileStream,
  type RouteContract,
  type Static,
  type TObject,
  type TSchema,
  type TUnsafe,
  parseJson,
} from '@signalbox/contracts'
import type { CallInput } from './call-input.js'
import { explainConnection } from './connection-fault.js'
import { ApiConnectionError, ApiError } from './errors.js'
import { createRequestUrl } from './request-url.js'

export interface ApiClientOptions {
  /** Address of the installation; a path prefix in front of `/api/` is kept. */
  baseUrl: string
  apiKey: string
  /** For tests. Defaults to the platform's `fetch`. */
  fetch?: typeof fetch
  /** Timeout of a call in milliseconds, including the response body. Default 30 000. */
  timeoutMs?: number
}

export interface ApiClient {
  /**
   * Calls a route. The response is trusted to match the contract rather than validated, so that clients also understand
   * newer servers that return more fields; it is undefined for status 204.
   * @throws ApiError if the server refuses, ApiConnectionError if there is no usable response.
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
  /**
   * Calls a route that returns a file. The timeout covers the time until the response starts; the stream fails if the
   * file is truncated.
   * @throws like `call`.
   */
  download<
    Params extends TObject | undefined,
    Query extends TObject | undefined,
    Body extends TSchema | undefined,
    Response extends TUnsafe<FileContent>,
  >(
    contract: RouteContract<Params, Query, Body, Response>,
    input: CallInput<Params, Query, Body>,
  ): Promise<FileStream>
  /**
   * Calls a route that accepts a form with files.
   * @throws like `call`.
   */
  upload<Params extends TObject | undefined, Query extends TObject | undefined, Response extends TSchema>(
    contract: RouteContract<Params, Query, undefined, Response>,
    input: CallInput<Params, Query, undefined>,
    sent: UploadedForm,
  ): Promise<Static<Response>>
}

export interface UploadedForm {
  form: FormData
  /** Timeout in milliseconds; same default as for other calls. */
  timeoutMs?: number
}

const defaultTimeoutMs = 30_000
const validateProblem = createValidator(Problem)

/** Creates a typed client for one installation. It holds no connections and needs no cleanup. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  return {
    call: async (contract, input) => {
      const answer = readResponse(options, await exchange(options, createRequest(options, contract, input)))
      return answer as Static<typeof contract.response>
    },
    download: (contract, input) => download(options, contract, input),
    upload: async (contract, input, { form, timeoutMs }) => {
      const request = createRequest(options, contract, { ...input, form })
      const answer = readResponse(options, await exchange({ ...options, ...(timeoutMs && { timeoutMs }) }, request))
      return answer as Static<typeof contract.response>
    },
  }
}

/** @returns the parsed response; undefined if it is empty. @throws ApiError, ApiConnectionError. */
function readResponse({ baseUrl }: ApiClientOptions, { status, ok, text, retryAfter }: Exchange): unknown {
  const answer = text === '' ? undefined : parseJson(text)
  if (!ok) throw createApiError(status, answer, retryAfter)
  if (status !== 204 && answer === undefined) {
    throw new ApiConnectionError(`${baseUrl} did not return JSON: is it the address of Signalbox?`)
  }
  return answer
}

interface Exchange {
  status: number
  ok: boolean
  text: string
  /** Value of the Retry-After header. */
  retryAfter: string | null
}

interface Input {
  params?: object
  query?: object
  body?: unknown
  form?: FormData
}

interface PreparedRequest {
  url: string
  init: RequestInit
}

/** Sends the request and reads the complete response within the timeout. */
async function exchange(options: ApiClientOptions, { url, init }: PreparedRequest): Promise<Exchange> {
  const { timeoutMs = defaultTimeoutMs } = options
  try {
    const response = await (options.fetch ?? fetch)(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    const { status, ok, headers } = response
    return { status, ok, text: await response.text(), retryAfter: headers.get('retry-after') }
  } catch (error) {
    throw new ApiConnectionError(explainConnection(error, options.baseUrl, timeoutMs), { cause: error })
  }
}

/** @throws Error if a path parameter is missing. */
function createRequest(options: ApiClientOptions, contract: RouteContract, input: Input): PreparedRequest {
  const url = createRequestUrl(options.baseUrl, contract, input)
  const headers = { authorization: `Bearer ${options.apiKey}`, accept: 'application/json' }
  const method = contract.method.toUpperCase()
  // `fetch` sets the multipart boundary itself.
  if (input.form !== undefined) return { url, init: { method, headers, body: input.form } }
  if (input.body === undefined) return { url, init: { method, headers } }
  const json = { ...headers, 'content-type': 'application/json' }
  return { url, init: { method, headers: json, body: JSON.stringify(input.body) } }
}

async function download(options: ApiClientOptions, contract: RouteContract, input: Input): Promise<FileStream> {
  const response = await sendWithTimeout(options, createRequest(options, contract, input))
  if (!response.ok) {
    throw createApiError(response.status, parseJson(await response.text()), response.headers.get('retry-after'))
  }
  const byteLength = Number(response.headers.get('content-length') ?? NaN)
  if (response.body === null || !Number.isSafeInteger(byteLength)) {
    throw new ApiConnectionError(`${options.baseUrl} did not return a file: is it the address of Signalbox?`)
  }
  return { byteLength, stream: Readable.fromWeb(response.body) }
}

/** The timeout only covers the time until the response starts: large files may take longer. */
async function sendWithTimeout(options: ApiClientOptions, { url, init }: PreparedRequest): Promise<Response> {
  const { timeoutMs = defaultTimeoutMs } = options
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort(new DOMException('request timed out', 'TimeoutError'))
  }, timeoutMs)
  try {
    return await (options.fetch ?? fetch)(url, { ...init, signal: limit.signal })
  } catch (error) {
    throw new ApiConnectionError(explainConnection(error, options.baseUrl, timeoutMs), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Signalbox itself always explains its refusals. */
const notSignalbox = 'Another server or a proxy answered instead of Signalbox: check the address'

/**
 * Converts an error response.
 * @param retryAfter Value of the Retry-After header, null if absent; dates are ignored.
 */
export function createApiError(status: number, answer: unknown, retryAfter: string | null): ApiError {
  const waitSeconds = retryAfter === null || !/^\d{1,6}$/.test(retryAfter) ? undefined : Number(retryAfter)
  const problem = validateProblem(answer)
  if (!problem.ok) return new ApiError(status, notSignalbox, undefined, waitSeconds)
  const { title, detail } = problem.value
  return new ApiError(status, detail ?? title, problem.value, waitSeconds)
}
