import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSignalbox } from '../support/signalbox-process.js'
import { median, type Measurement } from './report.js'

const commandLine = fileURLToPath(new URL('../../services/cli/bin/signalbox.js', import.meta.url))
const starts = 5
const idleMs = 10_000

/** Time from the start of the process to readiness, on a fresh and on a used directory, memory when idle, and the command line. */
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
    ...measureCommandLine(),
  ]
}

/** A command of the command line that asks nobody, with `node -e 0` as its baseline: turn by turn, as machines grow busy. */
function measureCommandLine(): Measurement[] {
  const bareMs: number[] = []
  const commandMs: number[] = []
  for (let run = 0; run < 2 * starts; run += 1) {
    bareMs.push(timeNode(['-e', '0']))
    commandMs.push(timeNode([commandLine, 'errors', '--help']))
  }
  const baseline = median(bareMs)
  return [{ name: 'signalbox errors --help', value: median(commandMs), unit: 'ms', baseline, aim: '150 ms more' }]
}

function timeNode(args: readonly string[]): number {
  const before = performance.now()
  execFileSync(process.execPath, args)
  return performance.now() - before
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
