import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

/** Milliseconds between measurements. They are far apart only while memory is far below the limit. */
const pauses = { shortestMs: 500, longestMs: 5_000 }
/** The fastest growth expected: two gibibytes a second. */
const growthBytesPerMs = (2 * 1024 * 1024 * 1024) / 1_000
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
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const residentPages = readResidentPages(`${directory}/statm`)
    if (residentPages === undefined) return
    const bytesLeft = memoryBytesMax + beyondEngineBytes - residentPages * pageBytes
    if (bytesLeft < 0) onExceeded()
    timer = setTimeout(look, pauseFor(bytesLeft)).unref()
  }
  look()
  return () => {
    clearTimeout(timer)
  }
}

/** Returns the milliseconds until the next measurement: until the limit may be reached. */
function pauseFor(bytesLeft: number): number {
  return Math.min(Math.max(bytesLeft / growthBytesPerMs, pauses.shortestMs), pauses.longestMs)
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
