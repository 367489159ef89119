import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const everyMs = 500
const pageBytes = 4_096
/** What a process may hold beyond what the engine counts: code, threads, and rows on their way. */
const beyondEngineBytes = 512 * 1024 * 1024
/** Of 1 000: the kernel, short of memory, ends the engine before the process that takes telemetry in. */
const outOfMemoryScore = '500'

/**
 * Calls when the process holds more memory than the engine may count, by half a gibibyte. Systems without /proc leave it to the engine.
 * @returns what ends the watch.
 */
export function watchMemory(child: ChildProcess, memoryBytesMax: number, onExceeded: () => void): () => void {
  const directory = `/proc/${String(child.pid)}`
  writeFile(`${directory}/oom_score_adj`, outOfMemoryScore).catch(() => undefined)
  const look = () => {
    const residentPages = readResidentPages(`${directory}/statm`)
    if (residentPages === undefined) clearInterval(timer)
    else if (residentPages * pageBytes > memoryBytesMax + beyondEngineBytes) onExceeded()
  }
  const timer = setInterval(look, everyMs).unref()
  return () => {
    clearInterval(timer)
  }
}

/** The kernel answers from memory: handing this to another thread would take longer. @returns undefined when the process is gone. */
function readResidentPages(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1])
  } catch {
    return undefined
  }
}
