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
