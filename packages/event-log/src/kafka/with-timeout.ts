import { EventLogError } from '../event-log.js'

/**
 * Waits for a response for a limited time.
 * @throws EventLogError `unavailable` on timeout; the operation may still complete.
 */
export async function withTimeout<Result>(ms: number, pending: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new EventLogError('unavailable', `no answer within ${ms / 1_000} seconds`))
    }, ms)
  })
  try {
    return await Promise.race([pending, expired])
  } finally {
    clearTimeout(timer)
  }
}

/** How long closing a connection waits for the brokers. A process has ten seconds in total to shut down. */
const closeMsMax = 3_000

/** Waits for a graceful close; if the brokers do not respond in time, cuts the connections instead. Never rejects. */
export async function closeOrDisconnect(closing: Promise<unknown>, cut: () => void): Promise<void> {
  await withTimeout(closeMsMax, closing).catch(cut)
}
