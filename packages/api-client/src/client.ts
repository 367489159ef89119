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
  /** Address of the installation; a path in front of `/api/` is kept. */
  baseUrl: string
  apiKey: string
  /** For tests. Default: the one of the platform. */
  fetch?: typeof fetch
  /** Milliseconds until a call is given up, the answer's body included. Default 30 000. */
  timeoutMs?: number
}

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
  /**
   * Calls a route that answers a file. The time limit is that of the answer's start; the stream fails when the file
   * ends early.
   * @throws as `call`.
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
   * Calls a route that takes a form with files.
   * @throws as `call`.
   */
  upload<Params extends TObject | undefined, Query extends TObject | undefined, Response extends TSchema>(
    contract: RouteContract<Params, Query, undefined, Response>,
    input: CallInput<Params, Query, undefined>,
    sent: UploadedForm,
  ): Promise<Static<Response>>
}

export interface UploadedForm {
  form: FormData
  /** Milliseconds until the call is given up. Default as for other calls. */
  timeoutMs?: number
}

const defaultTimeoutMs = 30_000
const validateProblem = createValidator(Problem)

/** Creates a typed client of one installation. It holds no connection of its own and needs no closing. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  return {
    call: async (contract, input) => {
      const answer = readAnswer(options, await exchange(options, createRequest(options, contract, input)))
      return answer as Static<typeof contract.response>
    },
    download: (contract, input) => download(options, contract, input),
    upload: async (contract, input, { form, timeoutMs }) => {
      const request = createRequest(options, contract, { ...input, form })
      const answer = readAnswer(options, await exchange({ ...options, ...(timeoutMs && { timeoutMs }) }, request))
      return answer as Static<typeof contract.response>
    },
  }
}

/** @returns what was answered, undefined for nothing. @throws ApiError, ApiConnectionError. */
function readAnswer({ baseUrl }: ApiClientOptions, { status, ok, text, retryAfter }: Exchange): unknown {
  const answer = text === '' ? undefined : parseJson(text)
  if (!ok) throw createApiError(status, answer, retryAfter)
  if (status !== 204 && answer === undefined) {
    throw new ApiConnectionError(`${baseUrl} answered no JSON: is it the address of Signalbox?`)
  }
  return answer
}

interface Exchange {
  status: number
  ok: boolean
  text: string
  /** The header of this name. */
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

/** Sends the request and reads the whole answer within the time allowed. */
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

/** @throws Error when a parameter of the path is missing. */
function createRequest(options: ApiClientOptions, contract: RouteContract, input: Input): PreparedRequest {
  const url = createRequestUrl(options.baseUrl, contract, input)
  const headers = { authorization: `Bearer ${options.apiKey}`, accept: 'application/json' }
  const method = contract.method.toUpperCase()
  // The platform names the boundary of a form itself.
  if (input.form !== undefined) return { url, init: { method, headers, body: input.form } }
  if (input.body === undefined) return { url, init: { method, headers } }
  const json = { ...headers, 'content-type': 'application/json' }
  return { url, init: { method, headers: json, body: JSON.stringify(input.body) } }
}

async function download(options: ApiClientOptions, contract: RouteContract, input: Input): Promise<FileStream> {
  const response = await sendUntilAnswered(options, createRequest(options, contract, input))
  if (!response.ok) {
    throw createApiError(response.status, parseJson(await response.text()), response.headers.get('retry-after'))
  }
  const byteLength = Number(response.headers.get('content-length') ?? NaN)
  if (response.body === null || !Number.isSafeInteger(byteLength)) {
    throw new ApiConnectionError(`${options.baseUrl} answered no file: is it the address of Signalbox?`)
  }
  return { byteLength, stream: Readable.fromWeb(response.body) }
}

/** The time limit ends with the answer's start: a large file may take longer. */
async function sendUntilAnswered(options: ApiClientOptions, { url, init }: PreparedRequest): Promise<Response> {
  const { timeoutMs = defaultTimeoutMs } = options
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort(new DOMException('no answer in time', 'TimeoutError'))
  }, timeoutMs)
  try {
    return await (options.fetch ?? fetch)(url, { ...init, signal: limit.signal })
  } catch (error) {
    throw new ApiConnectionError(explainConnection(error, options.baseUrl, timeoutMs), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Answers of Signalbox say what they refuse. */
const notSignalbox = 'Another server, or a proxy, answered instead of Signalbox: is it the right address?'

/**
 * What a refusal says.
 * @param retryAfter The header of this name, null when there is none; dates in it are passed over.
 */
export function createApiError(status: number, answer: unknown, retryAfter: string | null): ApiError {
  const waitSeconds = retryAfter === null || !/^\d{1,6}$/.test(retryAfter) ? undefined : Number(retryAfter)
  const problem = validateProblem(answer)
  if (!problem.ok) return new ApiError(status, notSignalbox, undefined, waitSeconds)
  const { title, detail } = problem.value
  return new ApiError(status, detail ?? title, problem.value, waitSeconds)
}
