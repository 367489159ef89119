import { limits, ServiceError } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'

/** Somebody who tries a password. */
export interface Attempt {
  /** E-mail address in lower case, known or not. */
  account: string
  /** Of the client. */
  address: string
}

/**
 * Counts wrong passwords by account and by address, in fixed windows, in memory. An account that is attacked cannot be
 * signed in to until its window ends; sessions that it has go on.
 */
export interface Attempts {
  /**
   * Counts an attempt before it is made, so that attempts at the same time count as well.
   * @throws ServiceError `rate-limited` when there were too many.
   */
  begin(attempt: Attempt): void
  /** Takes an attempt back: the password was right. */
  succeed(attempt: Attempt): void
}

interface Window {
  attempts: number
  /** Unix milliseconds. */
  endsAt: number
}

const { attemptsPerAccount, attemptsPerAddress, attemptWindowMs, attemptsTracked } = limits.signIn

export function createAttempts(clock: Clock): Attempts {
  /** The oldest in front. */
  const windows = new Map<string, Window>()
  const countersOf = ({ account, address }: Attempt) => [
    { key: `account ${account}`, max: attemptsPerAccount },
    { key: `address ${address}`, max: attemptsPerAddress },
  ]
  const current = (key: string): Window | undefined => {
    const window = windows.get(key)
    return window && window.endsAt > clock() ? window : undefined
  }
  const count = (key: string): void => {
    const window = current(key)
    if (window) {
      window.attempts += 1
      return
    }
    windows.delete(key)
    windows.set(key, { attempts: 1, endsAt: clock() + attemptWindowMs })
    if (windows.size > attemptsTracked) forgetOldest(windows, attemptsTracked / 10)
  }
  return {
    begin: (attempt) => {
      const counters = countersOf(attempt)
      const full = counters.map(({ key, max }) => ({ max, window: current(key) }))
      const endsAt = Math.max(
        0,
        ...full.map(({ max, window }) => (window && window.attempts >= max ? window.endsAt : 0)),
      )
      if (endsAt > 0) throw tooMany((endsAt - clock()) / 1_000)
      for (const { key } of counters) count(key)
    },
    succeed: (attempt) => {
      for (const { key } of countersOf(attempt)) {
        const window = current(key)
        if (window) window.attempts -= 1
      }
    },
  }
}

/** Many at a time: to look for the first entry of a map takes the longer, the more were deleted before it. */
function forgetOldest(windows: Map<string, Window>, count: number): void {
  let left = count
  for (const key of windows.keys()) {
    if (left <= 0) return
    windows.delete(key)
    left -= 1
  }
}

function tooMany(retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate-limited', { detail: 'Too many attempts to sign in', retryAfterSeconds })
}
