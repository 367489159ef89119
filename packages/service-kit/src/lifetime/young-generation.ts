import { setFlagsFromString } from 'node:v8'

/** Per thread started later; the default is 1 MiB at first and up to 16. */
const threadsMib = 4

/**
 * Keeps the main thread's young generation at its initial size of 1 MiB. Bodies lie outside the heap, where only
 * collections free them: with the default, which grows to 16 MiB, collections become so rare that 64 MiB of dead bodies
 * accumulate first, and V8 then collects the whole heap, in pauses of tens of milliseconds. Call before the program is
 * loaded, because a young generation hardly ever shrinks.
 */
export function limitYoungGeneration(process: Pick<NodeJS.Process, 'on'>): void {
  setFlagsFromString(`--min-semi-space-size=${threadsMib}`)
  stopGrowth()
  // V8 raises a factor below 2 back to 2 whenever a thread starts, for all threads.
  process.on('worker', (worker) => worker.once('online', stopGrowth))
}

function stopGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
