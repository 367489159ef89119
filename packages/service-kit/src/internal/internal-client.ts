import {
  createValidator,
  errorCatalogue,
  Problem,
  ServiceError,
  type ErrorCode,
  type Validator,
} from '@signalbox/contracts'
import { stringifyInPieces } from '../json/in-pieces.js'
import {
  internalHeader,
  internalOperations,
  internalPath,
  type InternalOperationName,
  type InternalRequest,
  type InternalResponse,
} from './internal-operations.js'

export interface InternalClientOptions {
  /** Base URL of the other service. */
  baseUrl: string
  /** Shared by the services of an installation. */
  token: string
  /** For tests. Default: the global `fetch`. */
  fetch?: typeof fetch
  /** For tests. Overrides the operation's timeout, in milliseconds. */
  timeoutMs?: number
}

/** Calls another service of the installation. */
export interface InternalClient {
  /**
   * @throws ServiceError from the other service; `unavailable` if there is no usable response within the operation's
   * timeout.
   */
  call<Name extends InternalOperationName>(name: Name, request: InternalRequest<Name>): Promise<InternalResponse<Name>>
}

/** Errors caused by a mismatch between the two services rather than by the request's content. */
const mismatchErrors: ReadonlySet<ErrorCode> = new Set(['unauthenticated', 'bad-request', 'internal'])
const retryAfterSeconds = 2
const validateProblem = createValidator(Problem)

/** Client of another service's internal router. Holds no connection of its own and needs no closing. */
export function createInternalClient(options: InternalClientOptions): InternalClient {
  const validators = new Map<InternalOperationName, Validator<unknown>>()
  return {
    call: async <Name extends InternalOperationName>(name: Name, request: InternalRequest<Name>) => {
      const { ok, body } = await send(options, name, request)
      if (!ok) throw toServiceError(options, body)
      const validate = validators.get(name) ?? createValidator(internalOperations[name].response)
      validators.set(name, validate)
      const answer = validate(body)
      if (!answer.ok) {
        const [fault] = answer.faults
        throw unavailable(options, `returned an unexpected ${name}: ${fault?.pointer ?? ''} ${fault?.detail ?? ''}`)
      }
      return answer.value as InternalResponse<Name>
    },
  }
}

async function send(
  options: InternalClientOptions,
  name: InternalOperationName,
  request: unknown,
): Promise<{ ok: boolean; body: unknown }> {
  const { baseUrl, token, timeoutMs = internalOperations[name].timeoutMs } = options
  try {
    const sent = await stringifyInPieces(request)
    const res = await (options.fetch ?? fetch)(`${baseUrl}${internalPath}/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: Buffer.concat(sent),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await res.text()
    if (!res.headers.has(internalHeader)) throw new Error(`status ${res.status} from an unknown server`)
    return { ok: res.ok, body: JSON.parse(text) }
  } catch (cause) {
    throw unavailable(options, 'returned an invalid response', cause)
  }
}

function toServiceError(options: InternalClientOptions, body: unknown): ServiceError {
  const problem = validateProblem(body)
  if (!problem.ok) return unavailable(options, 'rejected the request without a reason')
  const { code, detail, errors } = problem.value
  if (mismatchErrors.has(code)) return unavailable(options, `rejected the request: ${detail ?? code}`)
  return new ServiceError(code, {
    ...(detail !== undefined && { detail }),
    ...(errors !== undefined && { faults: errors }),
    ...(errorCatalogue[code].status === 503 && { retryAfterSeconds }),
  })
}

/** The cause is for the log; the caller only learns that the failure is not its fault. */
function unavailable({ baseUrl }: InternalClientOptions, what: string, cause?: unknown): ServiceError {
  return new ServiceError('unavailable', { retryAfterSeconds, cause: new Error(`${baseUrl} ${what}`, { cause }) })
}
