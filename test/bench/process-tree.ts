import { readdir, readFile } from 'node:fs/promises'

/** USER_HZ, the same on all Linux systems. */
const ticksPerSecond = 100

/** A process and all its descendants, started by any of its threads. Those that end meanwhile are left out. */
export async function processTree(pid: number): Promise<number[]> {
  const threads = await unlessEnded(readdir(`/proc/${pid}/task`), [])
  const lists = await Promise.all(
    threads.map((thread) => unlessEnded(readFile(`/proc/${pid}/task/${thread}/children`, 'utf8'), '')),
  )
  const children = lists.flatMap((list) => list.split(' ').filter((word) => word !== ''))
  const deeper = await Promise.all(children.map((child) => processTree(Number(child))))
  return [pid, ...deeper.flat()]
}

/** What was read of a process or thread, or a default if it has ended. */
async function unlessEnded<T>(reading: Promise<T>, ended: T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ESRCH') return ended
    throw error
  }
}

/** Proportional set size, which counts shared memory once. */
export async function readMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1_024
}

/** Proportional set size of processes and all their descendants. */
export async function readTreeMegabytes(pids: readonly number[]): Promise<number> {
  const trees = await Promise.all(pids.map(processTree))
  const sizes = await Promise.all(trees.flat().map((one) => unlessEnded(readMegabytes(one), 0)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Processor seconds that the process's threads have used so far, to the nanosecond. The ticks of `/proc/<pid>/stat` charge a thread that
 * a timer woke for a whole tick of 10 ms, which more than doubles the time of an idle process.
 */
export async function readProcessorSeconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    threads.map((thread) => unlessEnded(readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), '0')),
  )
  return times.reduce((total, time) => total + Number(time.split(' ')[0]) / 1e9, 0)
}

/**
 * Processor seconds that processes and all their descendants have used so far, including threads and processes that have ended. For
 * comparisons under load: see `readProcessorSeconds` for idle processes.
 */
export async function readTreeProcessorSeconds(pids: readonly number[]): Promise<number> {
  const trees = await Promise.all(pids.map(processTree))
  const stats = await Promise.all(trees.flat().map((pid) => unlessEnded(readFile(`/proc/${pid}/stat`, 'utf8'), '')))
  return stats.reduce((sum, stat) => sum + (stat === '' ? 0 : readTicks(stat) / ticksPerSecond), 0)
}

/** Ticks of a process and of its ended children, in user and kernel mode: fields 14 to 17, counted from the name, which may contain spaces. */
function readTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}
