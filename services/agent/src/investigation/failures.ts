import { ApiConnectionError, ApiError } from '@signalbox/api-client'
import { createValidator, Problem, ServiceError } from '@signalbox/contracts'

/** What the session was allowed is used up. */
export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted'
}

/** A replay was asked something that its record does not know: the program is not the one that made the record. */
export class ReplayDiverged extends Error {
  override readonly name = 'ReplayDiverged'
}

/** Something that is not repeatable failed. It says what a replay knows as well: name and message. */
export class RecordedFailure extends Error {
  /** @param name That of the error that it stands for. */
  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = name
  }
}

/** A failure as it is kept: enough to fail in the same way again. */
export interface KeptFailure {
  name: string
  message: string
  /** Of an answer of refusal. */
  status?: number
  problem?: unknown
  /** Id that the answer would have had; nobody else gets it. */
  evidenceId?: string
}

/** @param error Whatever was thrown. */
export function keepFailure(error: unknown): KeptFailure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message } = error
  if (!(error instanceof ApiError)) return { name, message }
  return { name, message, status: error.status, ...(error.problem && { problem: error.problem }) }
}

const validateProblem = createValidator(Problem)

/**
 * The error that a kept failure came from, as far as anybody may look at it.
 * @param cause For the log, where it is at hand.
 */
export function restoreFailure({ name, message, status, problem }: KeptFailure, cause?: unknown): Error {
  if (status !== undefined) {
    const read = validateProblem(problem)
    return new ApiError(status, message, read.ok ? read.value : undefined)
  }
  if (name === 'BudgetExhausted') return new BudgetExhausted(message)
  if (name === 'ApiConnectionError') return new ApiConnectionError(message)
  return new RecordedFailure(name, message, { cause })
}

const failurePrefix = 'failed:'

/** Name under which a step keeps the failure of a question, or of something that is not repeatable. */
export function failureName(of: string): string {
  return `${failurePrefix}${of}`
}

/** The failures among what a step recorded, by what failed. */
export function readFailures(results: Readonly<Record<string, unknown>>): Map<string, KeptFailure> {
  const failures = new Map<string, KeptFailure>()
  for (const [name, kept] of Object.entries(results)) {
    const failure = name.startsWith(failurePrefix) ? readFailure(kept) : undefined
    if (failure) failures.set(name.slice(failurePrefix.length), failure)
  }
  return failures
}

function readFailure(kept: unknown): KeptFailure | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { name, message, status, problem, evidenceId }: Record<string, unknown> = { ...kept }
  if (typeof name !== 'string' || typeof message !== 'string') return undefined
  return {
    name,
    message,
    ...(typeof status === 'number' && { status }),
    ...(problem !== undefined && { problem }),
    ...(typeof evidenceId === 'string' && { evidenceId }),
  }
}

/** A sentence for the reader of the session. What only a programmer understands stands in the log instead. */
export function describeFailure(error: unknown): string {
  const isPlain =
    error instanceof ServiceError ||
    error instanceof ApiError ||
    error instanceof ApiConnectionError ||
    error instanceof BudgetExhausted ||
    error instanceof ReplayDiverged ||
    error instanceof RecordedFailure
  return isPlain ? error.message : "Unexpected error; see the agent's log"
}
