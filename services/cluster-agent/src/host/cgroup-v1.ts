import { join } from 'node:path'
import { divide, subtract } from './cgroup-v2.js'
import type { CgroupTree } from './cgroup-usage.js'
import { readKernelFile, readKernelNumber, readKernelTable, toNumber } from './kernel-files.js'

const nanoseconds = 1e9
/** The kernel's value for no limit: the largest multiple of the page size. */
const noLimitBytes = 2 ** 62

/** Version 1: one tree per controller, with the same paths in each. */
export function createCgroupV1(root: string): CgroupTree {
  const memoryRoot = join(root, 'memory')
  return {
    version: 1,
    root: memoryRoot,
    findProcess: async (path) =>
      toNumber((await readKernelFile(join(memoryRoot, path, 'cgroup.procs')))?.split('\n')[0]),
    read: async (path) => {
      const file = (controller: string, name: string) => join(root, controller, path, name)
      const [cpuNs, cpu, quotaUs, periodUs, memory, oom, usage, limit] = await Promise.all([
        readKernelNumber(file('cpuacct', 'cpuacct.usage')),
        readKernelTable(file('cpu', 'cpu.stat')),
        readKernelNumber(file('cpu', 'cpu.cfs_quota_us')),
        readKernelNumber(file('cpu', 'cpu.cfs_period_us')),
        readKernelTable(file('memory', 'memory.stat')),
        readKernelTable(file('memory', 'memory.oom_control')),
        readKernelNumber(file('memory', 'memory.usage_in_bytes')),
        readKernelNumber(file('memory', 'memory.limit_in_bytes')),
      ])
      const isLimited = quotaUs !== undefined && quotaUs > 0 && periodUs !== undefined && periodUs > 0
      return {
        cpuSeconds: divide(cpuNs, nanoseconds),
        throttledSeconds: divide(cpu.get('throttled_time'), nanoseconds),
        cpuLimitCores: isLimited ? quotaUs / periodUs : undefined,
        memoryLimitBytes: limit !== undefined && limit < noLimitBytes ? limit : undefined,
        workingSetBytes: subtract(usage, memory.get('total_inactive_file')),
        rssBytes: memory.get('total_rss'),
        oomKills: oom.get('oom_kill'),
      }
    },
  }
}
