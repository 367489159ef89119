import { getPriority, platform, setPriority } from 'node:os'

/** Niceness added: on a busy machine, a third of the CPU time that other threads get; on an idle one, as much as needed. */
export const belowNormal = 5

/** The lowest priority there is. */
export const nicenessMax = 19

/**
 * Lowers the calling thread's priority below that of the threads that serve requests, whatever the process's own
 * priority. No-op on systems without thread priorities (all except Linux).
 */
export function lowerPriority(): void {
  if (platform() !== 'linux') return
  try {
    setPriority(Math.min(nicenessMax, getPriority() + belowNormal))
  } catch {
    // Some sandboxes do not support priorities; the thread works without.
  }
}
