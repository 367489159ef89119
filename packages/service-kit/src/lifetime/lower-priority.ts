import { getPriority, platform, setPriority } from 'node:os'

/** A third of the processor that other threads get where all are busy; all of it where they are not. */
export const belowNormal = 5

/**
 * Lets what answers requests go before the calling thread. No-op where threads have no priority of their own (all but Linux),
 * and for a process that runs at a lower one already, which it may not raise.
 */
export function lowerPriority(): void {
  if (platform() !== 'linux') return
  try {
    if (getPriority() < belowNormal) setPriority(belowNormal)
  } catch {
    // Some sandboxes know no priorities. The thread works all the same.
  }
}
