import type { ReadinessCheck } from './readiness.js'

/**
 * A check that passes for good once it has passed: for what a service must have reached before it can begin, and can go
 * on without.
 */
export function createReachedOnce(check: ReadinessCheck): ReadinessCheck {
  let isReached = false
  return async () => {
    if (isReached) return
    await check()
    isReached = true
  }
}
