import { ApiConnectionError } from '@signalbox/api-client/browser'
import { RefusedError } from './browser-api.js'

/** A readable error with its request id. */
export interface Explanation {
  text: string
  /** Request id for finding the server's log entries. */
  requestId: string | undefined
}

/** The server's message, including every field it names. */
export function explainError(error: unknown): Explanation {
  if (error instanceof ApiConnectionError) return { text: 'Cannot reach the server.', requestId: undefined }
  if (!(error instanceof RefusedError)) {
    return { text: error instanceof Error ? error.message : 'Something went wrong.', requestId: undefined }
  }
  const { problem } = error
  const faults = (problem?.errors ?? []).map(({ name, detail }) => `${name} ${detail}`)
  const first = problem?.detail ?? problem?.title ?? `The server responded with ${error.status}`
  const said = [first, ...faults.filter((fault) => !first.includes(fault))]
  return { text: endSentence(said.join(' · ')), requestId: problem?.request_id }
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Splits an error into its general message and faults of individual fields, by JSON pointer. */
export function readFaults(error: unknown): { text: string; faults: readonly { name: string; detail: string }[] } {
  if (!(error instanceof RefusedError)) return { text: error === null ? '' : explainError(error).text, faults: [] }
  const { problem } = error
  const text = problem?.detail ?? problem?.title ?? `The server responded with ${error.status}`
  return { text: endSentence(text), faults: problem?.errors ?? [] }
}
