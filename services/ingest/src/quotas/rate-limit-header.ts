import type { OwnerQuota } from './owner-quotas.js'

/** A quota that accepts nothing more until its window ends. */
export interface ActiveLimit {
  quota: Pick<OwnerQuota, 'categories' | 'scope' | 'reasonCode'>
  /** Whole seconds, at least 1. */
  retryAfterSeconds: number
}

/**
 * Formats `X-Sentry-Rate-Limits`: comma-separated `<seconds>:<category;category>:<scope>:<reason>`. No categories means
 * all.
 */
export function formatRateLimits(limits: readonly ActiveLimit[]): string {
  return limits
    .map(({ quota: { categories, scope, reasonCode }, retryAfterSeconds }) => {
      return `${retryAfterSeconds}:${categories.join(';')}:${scope}:${reasonCode}`
    })
    .join(', ')
}

/** The longest wait among the limits in whole seconds; 1 if there are none. */
export function longestWait(limits: readonly ActiveLimit[]): number {
  return limits.reduce((longest, { retryAfterSeconds }) => Math.max(longest, retryAfterSeconds), 1)
}
