import { setTimeout as delay } from 'node:timers/promises'

/** Repeats the assertion until it holds; throws its last failure after the time given, in milliseconds. */
export async function eventually(assertion: () => Promise<void> | void, timeoutMs = 5_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      await assertion()
      return
    } catch (error) {
      if (Date.now() > deadline) {
        throw error
      }
      await delay(5)
    }
  }
}
