import { limits, ServiceError } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'

/** One thing that is counted, and how often it may happen in a window. */
interface Counter {
  key: string
  max: number
  windowMs: number
}

/** Everything that one attempt counts for. */
export type Attempt = readonly Counter[]

const { attemptsPerAccount, attemptsPerAddress, attemptWindowMs, attemptsTracked } = limits.signIn
const { codesPerPerson, codeWindowMs, mailsPerAccount, mailsPerAddress, mailWindowMs } = limits.signIn

/**
 * Somebody tries a password.
 * @param account E-mail address in lower case, known or not.
 * @param address Of the client.
 */
export function passwordAttempt({ account, address }: { account: string; address: string }): Attempt {
  return [{ key: `account ${account}`, max: attemptsPerAccount, windowMs: attemptWindowMs }, ofAddress(address)]
}

/** Somebody tries a code of a second factor: six digits can be guessed, so they are counted for a day. */
export function codeAttempt({ userId, address }: { userId: string; address: string }): Attempt {
  return [{ key: `codes ${userId}`, max: codesPerPerson, windowMs: codeWindowMs }, ofAddress(address)]
}

/** Somebody asks for a mail, which nobody is to be flooded with; right ones count as well. */
export function mailRequest({ account, address }: { account: string; address: string }): Attempt {
  return [
    { key: `mails to ${account}`, max: mailsPerAccount, windowMs: mailWindowMs },
    { key: `mails for ${address}`, max: mailsPerAddress, windowMs: mailWindowMs },
  ]
}

function ofAddress(address: string): Counter {
  return { key: `address ${address}`, max: attemptsPerAddress, windowMs: attemptWindowMs }
}

/**
 * Counts wrong passwords and codes in fixed windows, in memory. An account that is attacked cannot be signed in to until
 * its window ends; sessions that it has go on.
 */
export interface Attempts {
  /**
   * Counts an attempt before it is made, so that attempts at the same time count as well.
   * @throws ServiceError `rate-limited` when there were too many.
   */
  begin(attempt: Attempt): void
  /** Takes an attempt back: it was right. */
  succeed(attempt: Attempt): void
}

interface Window {
  attempts: number
  /** Unix milliseconds. */
  endsAt: number
}

export function createAttempts(clock: Clock): Attempts {
  /** The oldest in front. */
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
  return new ServiceError('rate-limited', { detail: 'Too many attempts', retryAfterSeconds })
}
