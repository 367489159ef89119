import type { ReadinessCheck } from './readiness.js'

/**
 * Returns a check that keeps passing once it has passed, for dependencies that a service needs to start but can run
 * without.
 */
export function createLatchedCheck(check: ReadinessCheck): ReadinessCheck {
  let isReached = false
  return async () => {
    if (isReached) return
    await check()
    isReached = true
  }
}
