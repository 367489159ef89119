import { ApiConnectionError, ApiError } from '@signalbox/api-client'

/** The result of one check of `signalbox doctor`. */
export interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  /** What was found, in a few words. */
  detail: string
  /** What to do about it; null if nothing. */
  advice: string | null
}

export function ok(check: string, detail: string): Finding {
  return { check, status: 'ok', detail, advice: null }
}

export function warn(check: string, detail: string, advice: string): Finding {
  return { check, status: 'warn', detail, advice }
}

export function fail(check: string, detail: string, advice: string): Finding {
  return { check, status: 'fail', detail, advice }
}

/** Explains why a check could not be done. */
export function explainFailure(error: unknown): string {
  if (error instanceof ApiError) return `${error.message} (${error.status})`
  if (error instanceof ApiConnectionError || error instanceof Error) return error.message
  return String(error)
}
