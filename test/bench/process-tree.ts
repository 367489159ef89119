import { readdir, readFile } from 'node:fs/promises'

/** A process and all its descendants, started by any of its threads. */
export async function processTree(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')))
  const children = lists.flatMap((list) => list.split(' ').filter((word) => word !== ''))
  const deeper = await Promise.all(children.map((child) => processTree(Number(child))))
  return [pid, ...deeper.flat()]
}

/** Proportional set size, which counts shared memory once. */
export async function readMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1_024
}

/** Proportional set size of processes and all their descendants. */
export async function readTreeMegabytes(pids: readonly number[]): Promise<number> {
  const trees = await Promise.all(pids.map(processTree))
  const sizes = await Promise.all(trees.flat().map(readMegabytes))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Processor seconds that the process's threads have used so far, to the nanosecond. The ticks of `/proc/<pid>/stat` charge a thread that
 * a timer woke for a whole tick of 10 ms, which more than doubles the time of an idle process.
 */
export async function readProcessorSeconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')))
  return times.reduce((total, time) => total + Number(time.split(' ')[0]) / 1e9, 0)
}
