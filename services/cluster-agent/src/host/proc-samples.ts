import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { CounterRates } from '../samples/counter-rates.js'
import type { SampleSheet } from '../samples/sample-sheet.js'
import { divide } from './cgroup-v2.js'
import { readKernelFile, readKernelTable } from './kernel-files.js'
import { parseNetwork } from './network.js'

const bytesPerKilobyte = 1_024
/** Unit of CPU time in /proc, on every platform that Node runs on. */
const ticksPerSecond = 100

/** Adds the machine itself: CPU, memory, network and root disk. */
export async function addHost(options: {
  procRoot: string
  /** A path on the disk to measure. */
  diskPath: string
  sheet: SampleSheet
  rates: CounterRates
  now: number
}): Promise<void> {
  const { procRoot, diskPath, sheet, rates, now } = options
  const [stat, memory, load, network, disk] = await Promise.all([
    readKernelFile(join(procRoot, 'stat')),
    readKernelTable(join(procRoot, 'meminfo')),
    readKernelFile(join(procRoot, 'loadavg')),
    readHostNetwork(procRoot),
    statfs(diskPath).catch(() => undefined),
  ])
  const processor = parseProcessor(stat ?? '')
  const bytes = (name: string) => memory.get(name)
  const total = bytes('MemTotal')
  const available = bytes('MemAvailable')
  const usedKilobytes = total !== undefined && available !== undefined ? total - available : undefined
  sheet.add(
    {},
    {
      node_cpu_usage_cores: rates.rateOf('host', processor.busySeconds, now),
      node_cpu_capacity_cores: processor.cores === 0 ? undefined : processor.cores,
      node_memory_working_set_bytes: usedKilobytes === undefined ? undefined : usedKilobytes * bytesPerKilobyte,
      node_memory_capacity_bytes: total === undefined ? undefined : total * bytesPerKilobyte,
      node_network_rx_bytes_total: network?.rxBytes,
      node_network_tx_bytes_total: network?.txBytes,
      node_fs_used_bytes: disk && (disk.blocks - disk.bfree) * disk.bsize,
      node_fs_capacity_bytes: disk && disk.blocks * disk.bsize,
      node_load1: load === undefined ? undefined : Number(load.split(' ')[0]),
    },
  )
}

/** Non-idle CPU time and number of CPUs, from /proc/stat. */
export function parseProcessor(stat: string): { busySeconds: number | undefined; cores: number } {
  const lines = stat.split('\n')
  const cores = lines.filter((line) => /^cpu\d/.test(line)).length
  const all = lines.find((line) => line.startsWith('cpu '))
  if (all === undefined) return { busySeconds: undefined, cores }
  // User and nice already include guest time.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = all
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { busySeconds: divide(user + nice + system + irq + softirq + steal, ticksPerSecond), cores }
}

// Counts external interfaces only: bridges and containers' virtual interfaces carry the same bytes again.
async function readHostNetwork(procRoot: string) {
  const [devices, routes] = await Promise.all([
    readKernelFile(join(procRoot, '1/net/dev')).then((text) => text ?? readKernelFile(join(procRoot, 'net/dev'))),
    readKernelFile(join(procRoot, '1/net/route')).then((text) => text ?? readKernelFile(join(procRoot, 'net/route'))),
  ])
  if (devices === undefined) return undefined
  const outward = (routes ?? '').split('\n').flatMap((line) => {
    const [name, destination] = line.split('\t')
    return name !== undefined && destination === '00000000' ? [name] : []
  })
  return parseNetwork(devices, new Set(outward))
}
