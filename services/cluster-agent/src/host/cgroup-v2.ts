import { join } from 'node:path'
import type { CgroupTree } from './cgroup-usage.js'
import { readKernelFile, readKernelNumber, readKernelTable, toNumber } from './kernel-files.js'

const microseconds = 1e6

/** Version 2: one tree with all controllers. */
export function createCgroupV2(root: string): CgroupTree {
  return {
    version: 2,
    root,
    findProcess: async (path) => toNumber((await readKernelFile(join(root, path, 'cgroup.procs')))?.split('\n')[0]),
    read: async (path) => {
      const file = (name: string) => join(root, path, name)
      const [cpu, memory, events, current, limit, quota] = await Promise.all([
        readKernelTable(file('cpu.stat')),
        readKernelTable(file('memory.stat')),
        readKernelTable(file('memory.events')),
        readKernelNumber(file('memory.current')),
        readKernelNumber(file('memory.max')),
        readKernelFile(file('cpu.max')),
      ])
      return {
        cpuSeconds: divide(cpu.get('usage_usec'), microseconds),
        throttledSeconds: divide(cpu.get('throttled_usec'), microseconds),
        cpuLimitCores: readQuota(quota),
        memoryLimitBytes: limit,
        workingSetBytes: subtract(current, memory.get('inactive_file')),
        rssBytes: memory.get('anon'),
        oomKills: events.get('oom_kill'),
      }
    },
  }
}

// `50000 100000` is half a core, `max 100000` no limit.
function readQuota(text: string | undefined): number | undefined {
  const [quota, period] = text?.trim().split(' ') ?? []
  const periodUs = toNumber(period)
  return periodUs === undefined || periodUs === 0 ? undefined : divide(toNumber(quota), periodUs)
}

/** Converts a measured value to another unit. */
export function divide(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value / by
}

/** The difference of two measured values, at least 0: they were not read at the same moment. */
export function subtract(value: number | undefined, less: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(0, value - (less ?? 0))
}
