import type { OwnerQuota } from './owner-quotas.js'

/** A quota that takes in nothing more until its window ends. */
export interface ActiveLimit {
  quota: Pick<OwnerQuota, 'categories' | 'scope' | 'reasonCode'>
  /** Whole seconds, at least 1. */
  retryAfterSeconds: number
}

/**
 * The value of `X-Sentry-Rate-Limits`: `<seconds>:<category;category>:<scope>:<reason>`, by commas. No categories mean
 * all of them.
 */
export function formatRateLimits(limits: readonly ActiveLimit[]): string {
  return limits
    .map(({ quota: { categories, scope, reasonCode }, retryAfterSeconds }) => {
      return `${retryAfterSeconds}:${categories.join(';')}:${scope}:${reasonCode}`
    })
    .join(', ')
}

/** The longest of the limits in whole seconds; 1 when there are none. */
export function longestWait(limits: readonly ActiveLimit[]): number {
  return limits.reduce((longest, { retryAfterSeconds }) => Math.max(longest, retryAfterSeconds), 1)
}
