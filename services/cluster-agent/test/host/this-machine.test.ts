import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { findGroups } from '../../src/host/find-groups.js'
import { createHostSource } from '../../src/host/host-source.js'
import { openCgroupTree } from '../../src/host/open-cgroup-tree.js'
import { metricsOf } from '../kubernetes/find-sample.js'

const cgroupRoot = '/sys/fs/cgroup'

async function readNumber(path: string): Promise<number> {
  return Number((await readFile(path, 'utf8')).trim())
}

async function readEntry(path: string, name: string): Promise<number> {
  const line = (await readFile(path, 'utf8')).split('\n').find((one) => one.startsWith(name))
  return Number(/\d+/.exec(line?.slice(name.length) ?? '')?.[0])
}

/** A changing value is between the kernel's values just before and just after, within what other processes use. */
function expectBetween(value: number | undefined, [before, after]: [number, number], slack: number): void {
  expect(value).to.be.within(Math.min(before, after) - slack, Math.max(before, after) + slack)
}

describe('createHostSource on this machine', () => {
  const source = createHostSource({ node: 'here', procRoot: '/proc', cgroupRoot, diskPath: '/', engines: [] })

  it("returns the kernel's values for memory, processors and disk", async () => {
    const readUsed = async () =>
      (await readEntry('/proc/meminfo', 'MemTotal:')) - (await readEntry('/proc/meminfo', 'MemAvailable:'))
    const before = await readUsed()
    const { samples } = await source.collect(Date.now())
    const after = await readUsed()
    const node = metricsOf(samples, { node: 'here' })
    expect(node['node_memory_capacity_bytes']).to.equal((await readEntry('/proc/meminfo', 'MemTotal:')) * 1_024)
    expectBetween(node['node_memory_working_set_bytes'], [before * 1_024, after * 1_024], 300e6)
    expect(node['node_cpu_capacity_cores']).to.equal(cpus().length)
    const { blocks, bsize } = await statfs('/')
    expect(node['node_fs_capacity_bytes']).to.equal(blocks * bsize)
    expect(node['node_network_rx_bytes_total']).to.be.at.least(0)
  })

  it('returns the number of cores used from the second reading on', async () => {
    const own = createHostSource({ node: 'here', procRoot: '/proc', cgroupRoot, diskPath: '/', engines: [] })
    const readBusy = async () => {
      const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
      const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = line.split(/\s+/).slice(1).map(Number)
      return (user + nice + system + irq + soft + steal) / 100
    }
    const first = await own.collect(0)
    expect(metricsOf(first.samples, { node: 'here' })).not.to.have.property('node_cpu_usage_cores')
    const before = await readBusy()
    const until = performance.now() + 200
    while (performance.now() < until) Math.sqrt(until)
    const after = await readBusy()
    // As if a tenth of a second had passed: cores are the usage in between, divided by the time between readings.
    const second = await own.collect(100)
    const used = metricsOf(second.samples, { node: 'here' })['node_cpu_usage_cores']! / 10
    expectBetween(used, [after - before, after - before], 0.5)
    expect(used).to.be.greaterThan(0.1)
  })

  it("returns the values of every control group's files", async () => {
    const tree = (await openCgroupTree(cgroupRoot))!
    expect(tree.version).to.equal(existsSync(join(cgroupRoot, 'cgroup.controllers')) ? 2 : 1)
    // A group may end while it is read.
    await eventually(() => compareAll(tree))
  })

  type Tree = NonNullable<Awaited<ReturnType<typeof openCgroupTree>>>
  type Usage = Awaited<ReturnType<Tree['read']>>

  async function compareAll(tree: Tree): Promise<void> {
    const groups = await findGroups(tree.root)
    // Without containers and units, the root itself is a group.
    for (const path of ['', ...groups.slice(0, 20).map((group) => group.path)]) {
      const usage = await tree.read(path)
      if (tree.version === 1) await compareV1(path, usage)
      else await compareV2(path, usage)
    }
  }

  async function compareV1(path: string, usage: Usage): Promise<void> {
    const folder = join(cgroupRoot, 'memory', path)
    const total = await readNumber(join(folder, 'memory.usage_in_bytes'))
    const inactive = await readEntry(join(folder, 'memory.stat'), 'total_inactive_file')
    expectBetween(usage.workingSetBytes, [total - inactive, total - inactive], 300e6)
    const limit = await readNumber(join(folder, 'memory.limit_in_bytes'))
    expect(usage.memoryLimitBytes).to.equal(limit >= 2 ** 62 ? undefined : limit)
    expect(usage.oomKills).to.equal(await readEntry(join(folder, 'memory.oom_control'), 'oom_kill '))
    const cpu = join(cgroupRoot, 'cpuacct', path, 'cpuacct.usage')
    if (!existsSync(cpu)) return
    const nanoseconds = await readNumber(cpu)
    expectBetween(usage.cpuSeconds, [nanoseconds / 1e9, nanoseconds / 1e9], 5)
  }

  async function compareV2(path: string, usage: Usage): Promise<void> {
    const folder = join(cgroupRoot, path)
    expectBetween(usage.cpuSeconds, [0, (await readEntry(join(folder, 'cpu.stat'), 'usage_usec')) / 1e6], 5)
    // The root reports no memory of its own.
    if (!existsSync(join(folder, 'memory.current'))) return
    const total = await readNumber(join(folder, 'memory.current'))
    const inactive = await readEntry(join(folder, 'memory.stat'), 'inactive_file')
    expectBetween(usage.workingSetBytes, [total - inactive, total - inactive], 300e6)
    expect(usage.oomKills).to.equal(await readEntry(join(folder, 'memory.events'), 'oom_kill '))
  }
})
