import { limits, ServiceError } from '@signalbox/contracts'
import { networkOf, type Clock } from '@signalbox/service-kit'

/** A counter, with its limit per window. */
interface Counter {
  key: string
  max: number
  windowMs: number
}

/** All counters that one attempt is charged to. */
export type Attempt = readonly Counter[]

const { attemptsPerAccount, attemptsPerAddress, attemptWindowMs, attemptsTracked } = limits.signIn
const { codesPerPerson, codeWindowMs, mailsPerAccount, mailsPerAddress, mailWindowMs } = limits.signIn

/**
 * Counters of a password attempt.
 * @param account E-mail address in lower case, whether it exists or not.
 * @param address Address of the client.
 */
export function passwordAttempt({ account, address }: { account: string; address: string }): Attempt {
  return [{ key: `account ${account}`, max: attemptsPerAccount, windowMs: attemptWindowMs }, ofAddress(address)]
}

/** Counters of a second-factor code. Six digits can be guessed, so attempts count for a day. */
export function codeAttempt({ userId, address }: { userId: string; address: string }): Attempt {
  return [{ key: `codes ${userId}`, max: codesPerPerson, windowMs: codeWindowMs }, ofAddress(address)]
}

/** Counters of an e-mail request, to prevent flooding; successful ones count as well. */
export function mailRequest({ account, address }: { account: string; address: string }): Attempt {
  return [
    { key: `mails to ${account}`, max: mailsPerAccount, windowMs: mailWindowMs },
    { key: `mails for ${networkOf(address)}`, max: mailsPerAddress, windowMs: mailWindowMs },
  ]
}

function ofAddress(address: string): Counter {
  return { key: `address ${networkOf(address)}`, max: attemptsPerAddress, windowMs: attemptWindowMs }
}

/**
 * Counts wrong passwords and codes in fixed windows, in memory. An account under attack is locked until its window
 * ends; its existing sessions stay valid.
 */
export interface Attempts {
  /**
   * Counts an attempt in advance, so that concurrent attempts count as well.
   * @throws ServiceError `rate-limited` if there were too many.
   */
  begin(attempt: Attempt): void
  /** Uncounts a successful attempt. */
  succeed(attempt: Attempt): void
}

interface Window {
  attempts: number
  /** Unix milliseconds. */
  endsAt: number
}

export function createAttempts(clock: Clock): Attempts {
  /** Oldest first. */
  const windows = new Map<string, Window>()
  const current = (key: string): Window | undefined => {
    const window = windows.get(key)
    return window && window.endsAt > clock() ? window : undefined
  }
  const count = ({ key, windowMs }: Counter): void => {
    const window = current(key)
    if (window) {
      window.attempts += 1
      return
    }
    windows.delete(key)
    windows.set(key, { attempts: 1, endsAt: clock() + windowMs })
    if (windows.size > attemptsTracked) forgetOldest(windows, attemptsTracked / 10)
  }
  return {
    begin: (attempt) => {
      const full = attempt.map(({ key, max }) => ({ max, window: current(key) }))
      const endsAt = Math.max(
        0,
        ...full.map(({ max, window }) => (window && window.attempts >= max ? window.endsAt : 0)),
      )
      if (endsAt > 0) throw tooMany((endsAt - clock()) / 1_000)
      attempt.forEach(count)
    },
    succeed: (attempt) => {
      for (const { key } of attempt) {
        const window = current(key)
        if (window) window.attempts -= 1
      }
    },
  }
}

/** Deletes many at once: finding the first entry of a Map gets slower with every entry deleted before it. */
function forgetOldest(windows: Map<string, Window>, count: number): void {
  let left = count
  for (const key of windows.keys()) {
    if (left <= 0) return
    windows.delete(key)
    left -= 1
  }
}

function tooMany(retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate-limited', { detail: 'Too many attempts', retryAfterSeconds })
}
