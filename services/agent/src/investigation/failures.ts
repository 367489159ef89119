import { ApiConnectionError, ApiError } from '@signalbox/api-client'
import { createValidator, Problem, ServiceError } from '@signalbox/contracts'

/** The session's budget is exhausted. */
export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted'
}

/** A replay needed something that isn't in its record: the record was made by a different program. */
export class ReplayDiverged extends Error {
  override readonly name = 'ReplayDiverged'
}

/** A non-repeatable operation failed. Contains only what a replay can restore: name and message. */
export class RecordedFailure extends Error {
  /** @param name Name of the original error. */
  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = name
  }
}

/** A failure as stored: enough to fail the same way again. */
export interface KeptFailure {
  name: string
  message: string
  /** Set if the API refused the request. */
  status?: number
  problem?: unknown
  /** Id that the answer would have had. It is never reused. */
  evidenceId?: string
}

/** @param error The thrown value. */
export function keepFailure(error: unknown): KeptFailure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message } = error
  if (!(error instanceof ApiError)) return { name, message }
  return { name, message, status: error.status, ...(error.problem && { problem: error.problem }) }
}

const validateProblem = createValidator(Problem)

/**
 * Restores the error of a stored failure, without its internals.
 * @param cause The original error for the log, if available.
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

/** Name under which a step stores the failure of a query or of a non-repeatable operation. */
export function failureName(of: string): string {
  return `${failurePrefix}${of}`
}

/** Failures among a step's recorded results, by what failed. */
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

/** Describes the failure in a sentence for the session's reader. Technical details go to the log. */
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
