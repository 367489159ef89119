import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSignalbox } from '../support/signalbox-process.js'
import { processTree, readMegabytes, readProcessorSeconds } from './process-tree.js'
import { median, type Measurement } from './report.js'

const commandLine = fileURLToPath(new URL('../../services/cli/bin/signalbox.js', import.meta.url))
const starts = 5
const settleMs = 10_000
const idleMs = 60_000

/**
 * Measures the time from process start to readiness with a fresh and a used directory, compared with an empty Node
 * process; idle memory and CPU of the process and its engines; and a CLI command that makes no requests.
 */
export async function measureStart(): Promise<Measurement[]> {
  const freshMs: number[] = []
  const usedMs: number[] = []
  const bareMs: number[] = []
  const idle: Idle[] = []
  for (let start = 0; start < starts; start += 1) {
    bareMs.push(timeNode(['-e', '0']))
    const fresh = await timeStart()
    freshMs.push(fresh.ms)
    await fresh.signalbox.stop()
    const used = await timeStart(fresh.signalbox.dataDirectory)
    usedMs.push(used.ms)
    if (start === 0) idle.push(await watchIdle(used.signalbox.pid))
    await used.signalbox.dispose()
    await fresh.signalbox.dispose()
  }
  const start = { unit: 'ms', baseline: median(bareMs), aim: '1 000 ms' }
  const [{ ownMegabytes, childMegabytes, corePercent } = noIdle] = idle
  return [
    { name: 'ready, first start', value: median(freshMs), ...start },
    { name: 'ready, later starts', value: median(usedMs), ...start },
    { name: 'memory, idle: the service', value: ownMegabytes, unit: 'MB' },
    { name: 'memory, idle: its engine', value: childMegabytes, unit: 'MB' },
    { name: 'memory, idle: both', value: ownMegabytes + childMegabytes, unit: 'MB', aim: '400 MB' },
    { name: 'processor time, idle: both', value: corePercent, unit: '% of a core', aim: '1 %' },
    ...measureCommandLine(),
  ]
}

/** Alternates with its baseline because the machine's load varies. */
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

interface Idle {
  /** Proportional set size, which counts shared memory once. */
  ownMegabytes: number
  childMegabytes: number
  corePercent: number
}

const noIdle: Idle = { ownMegabytes: Number.NaN, childMegabytes: Number.NaN, corePercent: Number.NaN }

async function timeStart(dataDirectory?: string) {
  const before = performance.now()
  const signalbox = await startSignalbox(dataDirectory === undefined ? {} : { dataDirectory })
  return { ms: performance.now() - before, signalbox }
}

async function watchIdle(pid: number): Promise<Idle> {
  await delay(settleMs)
  const tree = await processTree(pid)
  const children = tree.filter((one) => one !== pid)
  const before = await sum(tree, readProcessorSeconds)
  await delay(idleMs)
  const used = (await sum(tree, readProcessorSeconds)) - before
  return {
    ownMegabytes: await readMegabytes(pid),
    childMegabytes: await sum(children, readMegabytes),
    corePercent: (used / (idleMs / 1_000)) * 100,
  }
}

async function sum(pids: readonly number[], read: (pid: number) => Promise<number>): Promise<number> {
  const values = await Promise.all(pids.map(read))
  return values.reduce((total, value) => total + value, 0)
}
