import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScrapeTarget } from '../prometheus/scrape-target.js'
import { createCounterRates, type CounterRates } from '../samples/counter-rates.js'
import { toFlag, type SampleLabels } from '../samples/sample.js'
import { createSampleSheet, type SampleSheet } from '../samples/sample-sheet.js'
import { settleAll, type Source } from '../samples/source.js'
import type { CgroupTree } from './cgroup-usage.js'
import { labelsOf, type ContainerEngine, type KnownContainer } from './container-engine.js'
import { findGroups, type Group } from './find-groups.js'
import { readKernelFile } from './kernel-files.js'
import { parseNetwork } from './network.js'
import { openCgroupTree } from './open-cgroup-tree.js'
import { addHost } from './proc-samples.js'

export interface HostSourceOptions {
  node: string
  /** Usually /proc. */
  procRoot: string
  /** Usually /sys/fs/cgroup. */
  cgroupRoot: string
  /** A path on the disk to measure. */
  diskPath: string
  engines: readonly ContainerEngine[]
  /** Called with the containers to scrape. */
  onTargets?: (targets: readonly ScrapeTarget[]) => void
}

interface Collection {
  options: HostSourceOptions
  tree: CgroupTree
  known: ReadonlyMap<string, KnownContainer>
  sheet: SampleSheet
  rates: CounterRates
  now: number
}

/**
 * Source for a machine without Kubernetes: the machine, its containers and systemd services, as measured by the kernel.
 */
export function createHostSource(options: HostSourceOptions): Source {
  const rates = createCounterRates()
  const { node, procRoot, cgroupRoot, diskPath, engines, onTargets } = options
  return {
    name: 'host',
    collect: async (now) => {
      const sheet = createSampleSheet(node)
      await addHost({ procRoot, diskPath, sheet, rates, now })
      const { values, failures } = await settleAll(engines.map((engine) => engine.list()))
      const containers = values.flatMap((list) => list ?? [])
      for (const container of containers) addState(container, node, sheet)
      onTargets?.(containers.flatMap((container) => toTarget(container, node)))
      const tree = await openCgroupTree(cgroupRoot)
      const known = new Map(containers.map((container) => [container.id, container]))
      const groups = tree === undefined ? [] : await findGroups(tree.root)
      for (const group of groups) if (tree) await addGroup(group, { options, tree, known, sheet, rates, now })
      rates.forgetUnseen()
      return { samples: sheet.samples(), failures }
    },
  }
}

function addState(container: KnownContainer, node: string, sheet: SampleSheet): void {
  sheet.add(labelsOf(node, container), {
    container_restarts_total: container.restarts,
    container_waiting_crashloop: toFlag(container.isRestarting),
  })
}

function toTarget(container: KnownContainer, node: string): ScrapeTarget[] {
  const { scrapeUrl } = container
  return scrapeUrl === undefined ? [] : [{ url: scrapeUrl, labels: labelsOf(node, container) }]
}

async function addGroup(group: Group, collection: Collection): Promise<void> {
  const { options, tree, known, sheet, rates, now } = collection
  const container = known.get(group.containerId)
  const labels = container ? labelsOf(options.node, container) : nameGroup(options.node, group)
  const usage = await tree.read(group.path)
  sheet.add(labels, {
    cpu_usage_cores: rates.rateOf(group.path, usage.cpuSeconds, now),
    memory_usage_bytes: usage.workingSetBytes,
    memory_rss_bytes: usage.rssBytes,
    container_cpu_limit_cores: usage.cpuLimitCores,
    container_memory_limit_bytes: usage.memoryLimitBytes,
    container_cpu_throttled_seconds_total: usage.throttledSeconds,
    container_oom_kills_total: usage.oomKills,
  })
  if (group.containerId !== '') await addNetwork(group, { ...collection, labels })
}

function nameGroup(node: string, { name, family }: Group): SampleLabels {
  return { node, namespace: family, pod: name, container: name.replace(/\.service$/, '') }
}

// A container in the host's network has no counters of its own, and one that cannot be inspected has none for the
// agent.
async function addNetwork(group: Group, { options, tree, sheet, labels }: Collection & { labels: SampleLabels }) {
  const { procRoot } = options
  const pid = await tree.findProcess(group.path)
  if (pid === undefined) return
  const namespaceOf = (process: string) => readlink(join(procRoot, process, 'ns/net')).catch(() => undefined)
  const [own, host] = await Promise.all([namespaceOf(String(pid)), namespaceOf('1')])
  if (own === undefined || host === undefined || own === host) return
  const text = await readKernelFile(join(procRoot, String(pid), 'net/dev'))
  if (text === undefined) return
  const { rxBytes, txBytes, rxErrors, txErrors } = parseNetwork(text)
  sheet.add(
    { ...labels, container: '' },
    {
      network_rx_bytes: rxBytes,
      network_tx_bytes: txBytes,
      network_rx_errors_total: rxErrors,
      network_tx_errors_total: txErrors,
    },
  )
}
