import { setTimeout as delay } from 'node:timers/promises'

/**
 * Repeats an assertion until it holds, and returns what it returned. Fails with its last error when the time is over.
 * @param options Milliseconds: how long to try in all, and the pause between two tries.
 */
export async function eventually<T>(
  assertion: () => Promise<T> | T,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + (options.withinMs ?? 10_000)
  for (;;) {
    try {
      return await assertion()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(options.everyMs ?? 50)
    }
  }
}
