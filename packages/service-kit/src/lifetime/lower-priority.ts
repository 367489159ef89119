import { getPriority, platform, setPriority } from 'node:os'

/** On a busy machine, a third of the CPU time that normal threads get; on an idle one, as much as needed. */
export const belowNormal = 5

/**
 * Lowers the calling thread's priority below that of threads that serve requests. No-op on systems without thread
 * priorities (all except Linux), and if the process already has a lower priority, which it may not raise.
 */
export function lowerPriority(): void {
  if (platform() !== 'linux') return
  try {
    if (getPriority() < belowNormal) setPriority(belowNormal)
  } catch {
    // Some sandboxes do not support priorities; the thread works without.
  }
}
