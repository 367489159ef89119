import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const everyMs = 500
const pageBytes = 4_096
/** Allowance beyond what the engine accounts for: code, threads, and rows in transit. */
const beyondEngineBytes = 512 * 1024 * 1024
/** Out of 1,000: if memory runs out, the kernel kills the engine before the process that ingests telemetry. */
const outOfMemoryScore = '500'

/**
 * Calls `onExceeded` when the process uses half a gibibyte more than the engine's memory limit. Without /proc, only the
 * engine's own limit applies.
 * @returns a function that stops watching.
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

/**
 * Synchronous, because the kernel answers from memory and a thread switch would take longer. @returns undefined if the
 * process is gone.
 */
function readResidentPages(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1])
  } catch {
    return undefined
  }
}
