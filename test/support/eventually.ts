import { setTimeout as delay } from 'node:timers/promises'

/**
 * Repeats an assertion until it holds, and returns its result. Fails with the last error on timeout.
 * @param options milliseconds: total time, and delay between attempts.
 */
export async function eventually<T>(
  assertion: () => Promise<T> | T,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + (options.withinMs ?? 30_000)
  for (;;) {
    try {
      return await assertion()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(options.everyMs ?? 50)
    }
  }
}
