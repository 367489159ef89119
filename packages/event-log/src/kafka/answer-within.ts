import { EventLogError } from '../event-log.js'

/**
 * Waits for an answer for a limited time.
 * @throws EventLogError `unavailable` when there is none by then; what was asked may still happen.
 */
export async function answerWithin<Answer>(ms: number, answering: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new EventLogError('unavailable', `no answer within ${ms / 1_000} seconds`))
    }, ms)
  })
  try {
    return await Promise.race([answering, expired])
  } finally {
    clearTimeout(timer)
  }
}

/** How long brokers are waited for when something is closed; a process has ten seconds in all. */
const closeMsMax = 3_000

/** Waits for an orderly end; where brokers are silent the connections are cut instead. Never rejects. */
export async function closeOrCut(closing: Promise<unknown>, cut: () => void): Promise<void> {
  await answerWithin(closeMsMax, closing).catch(cut)
}
