import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { startSignalbox } from '../support/signalbox-process.js'
import { median, type Measurement } from './report.js'

const starts = 5
const idleMs = 10_000

/** Time from the start of the process to readiness, on a fresh and on a used directory, and memory when idle. */
export async function measureStart(): Promise<Measurement[]> {
  const freshMs: number[] = []
  const usedMs: number[] = []
  const idleMegabytes: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const fresh = await timeStart()
    freshMs.push(fresh.ms)
    await fresh.signalbox.stop()
    const used = await timeStart(fresh.signalbox.dataDirectory)
    usedMs.push(used.ms)
    if (start === 0) {
      await delay(idleMs)
      idleMegabytes.push(await readResidentMegabytes(used.signalbox.pid))
    }
    await used.signalbox.dispose()
    await fresh.signalbox.dispose()
  }
  return [
    { name: 'ready, first start', value: median(freshMs), unit: 'ms', aim: '3 000 ms' },
    { name: 'ready, later starts', value: median(usedMs), unit: 'ms', aim: '3 000 ms' },
    { name: 'resident memory, idle', value: median(idleMegabytes), unit: 'MB', aim: '600 MB' },
  ]
}

async function timeStart(dataDirectory?: string) {
  const before = performance.now()
  const signalbox = await startSignalbox(dataDirectory === undefined ? {} : { dataDirectory })
  return { ms: performance.now() - before, signalbox }
}

async function readResidentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
