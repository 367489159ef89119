import { once } from 'node:events'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { createDocker } from '../../src/host/docker.js'
import { createHostSource } from '../../src/host/host-source.js'
import type { ScrapeTarget } from '../../src/prometheus/scrape-target.js'
import { sendRequest } from '../../src/requests/send-request.js'
import { metricsOf } from '../kubernetes/find-sample.js'
import { procFiles, writeFiles } from './write-files.js'

const id = 'c0ffee'.repeat(10) + 'c0de'
const otherId = 'ab'.repeat(32)

/** cgroup version 2 with a Docker container, a Podman container, a systemd unit and a Kubernetes pod. */
const v2Files = {
  ...procFiles,
  'cgroup/cgroup.controllers': 'cpu memory\n',
  [`cgroup/system.slice/docker-${id}.scope/cpu.stat`]: 'usage_usec 5000000\nnr_throttled 4\nthrottled_usec 250000\n',
  [`cgroup/system.slice/docker-${id}.scope/cpu.max`]: '50000 100000\n',
  [`cgroup/system.slice/docker-${id}.scope/memory.current`]: '300000000\n',
  [`cgroup/system.slice/docker-${id}.scope/memory.max`]: '536870912\n',
  [`cgroup/system.slice/docker-${id}.scope/memory.stat`]: 'anon 120000000\nfile 180000000\ninactive_file 100000000\n',
  [`cgroup/system.slice/docker-${id}.scope/memory.events`]: 'low 0\nhigh 0\nmax 9\noom 3\noom_kill 2\n',
  [`cgroup/system.slice/docker-${id}.scope/cgroup.procs`]: '4242\n4243\n',
  [`cgroup/machine.slice/libpod-${otherId}.scope/memory.current`]: '1000\n',
  [`cgroup/machine.slice/libpod-${otherId}.scope/memory.max`]: 'max\n',
  [`cgroup/machine.slice/libpod-${otherId}.scope/cpu.max`]: 'max 100000\n',
  [`cgroup/machine.slice/libpod-conmon-${otherId}.scope/memory.current`]: '9\n',
  'cgroup/system.slice/nginx.service/memory.current': '7000\n',
  'cgroup/system.slice/nginx.service/cpu.stat': 'usage_usec 1000\n',
  [`cgroup/kubepods.slice/kubepods-pod1.slice/cri-containerd-${otherId}.scope/memory.current`]: '5\n',
  'proc/4242/net/dev': 'header\n lo: 5 0 0 0 0 0 0 0 5 0\n eth0: 111 1 1 0 0 0 0 0 222 1 2 0\n',
}

/** The same container under cgroup version 1. */
const v1Files = {
  ...procFiles,
  [`cgroup/memory/docker/${id}/memory.usage_in_bytes`]: '300000000\n',
  [`cgroup/memory/docker/${id}/memory.limit_in_bytes`]: '9223372036854771712\n',
  [`cgroup/memory/docker/${id}/memory.stat`]: 'cache 1\ntotal_rss 120000000\ntotal_inactive_file 100000000\n',
  [`cgroup/memory/docker/${id}/memory.oom_control`]: 'oom_kill_disable 0\nunder_oom 0\noom_kill 2\n',
  [`cgroup/cpuacct/docker/${id}/cpuacct.usage`]: '5000000000\n',
  [`cgroup/cpu/docker/${id}/cpu.stat`]: 'nr_periods 1\nnr_throttled 1\nthrottled_time 250000000\n',
  [`cgroup/cpu/docker/${id}/cpu.cfs_quota_us`]: '-1\n',
  [`cgroup/cpu/docker/${id}/cpu.cfs_period_us`]: '100000\n',
}

const containers = [
  {
    Id: id,
    Names: ['/shop-web-1'],
    State: 'running',
    Labels: {
      'com.docker.compose.project': 'shop',
      'com.docker.compose.service': 'web',
      'prometheus.io/scrape': 'true',
    },
    Ports: [{ PrivatePort: 8_080, Type: 'tcp' }],
    NetworkSettings: { Networks: { shop_default: { IPAddress: '172.18.0.2' } } },
  },
  { Id: 'dead'.repeat(16), Names: ['/flaky'], State: 'restarting', Labels: {} },
]

function startDocker(socketPath: string): Server {
  const details: Record<string, unknown> = {
    [id]: { RestartCount: 1, State: { OOMKilled: false } },
    [containers[1]!.Id]: { RestartCount: 9, State: { Restarting: true } },
  }
  const server = createServer((req, res) => {
    const path = (req.url ?? '').split('?')[0] ?? ''
    const found = path === '/containers/json' ? containers : details[path.split('/')[2] ?? '']
    res.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found))
  })
  return server.listen(socketPath)
}

describe('createHostSource', () => {
  let root: string
  afterEach(() => rm(root, { recursive: true }))

  const createSource = (more: { socket?: string; onTargets?: (targets: readonly ScrapeTarget[]) => void } = {}) => {
    const { socket, onTargets } = more
    return createHostSource({
      node: 'host-1',
      procRoot: join(root, 'proc'),
      cgroupRoot: join(root, 'cgroup'),
      diskPath: '/',
      engines: socket === undefined ? [] : [createDocker(socket, sendRequest)],
      ...(onTargets && { onTargets }),
    })
  }

  it('measures the machine', async () => {
    root = await writeFiles(procFiles)
    const source = createSource()
    await source.collect(0)
    await writeFile(join(root, 'proc/stat'), 'cpu  400 0 150 9000 90 5 5 0 0 0\ncpu0 1\ncpu1 1\n')
    const { samples, failures } = await source.collect(10_000)
    expect(failures).to.deep.equal([])
    const expected = {
      node_cpu_capacity_cores: 2,
      node_memory_working_set_bytes: 4_000_000 * 1_024,
      node_memory_capacity_bytes: 16_000_000 * 1_024,
      node_network_rx_bytes_total: 5_000,
      node_network_tx_bytes_total: 7_000,
      node_load1: 0.42,
    }
    const { node_cpu_usage_cores: cores, ...node } = metricsOf(samples, {})
    // 400 hundredths of a second in ten seconds; waiting for disks does not count.
    expect(cores).to.be.closeTo(0.4, 1e-9)
    expect(node).to.have.keys('node_fs_used_bytes', 'node_fs_capacity_bytes', ...Object.keys(expected))
    expect(node).to.deep.include(expected)
  })

  it('measures containers and units of cgroup version 2, except pods', async () => {
    root = await writeFiles(v2Files)
    const source = createSource()
    await source.collect(0)
    await writeFile(
      join(root, `cgroup/system.slice/docker-${id}.scope/cpu.stat`),
      'usage_usec 8000000\nthrottled_usec 1\n',
    )
    const { samples } = await source.collect(10_000)
    const short = id.slice(0, 12)
    expect(metricsOf(samples, { namespace: 'docker', pod: short, container: short })).to.deep.equal({
      cpu_usage_cores: 0.3,
      memory_usage_bytes: 200_000_000,
      memory_rss_bytes: 120_000_000,
      container_cpu_limit_cores: 0.5,
      container_memory_limit_bytes: 536_870_912,
      container_cpu_throttled_seconds_total: 1e-6,
      container_oom_kills_total: 2,
    })
    const podman = metricsOf(samples, { namespace: 'podman', pod: 'abababababab', container: 'abababababab' })
    expect(podman).to.deep.equal({ memory_usage_bytes: 1_000 })
    const unit = metricsOf(samples, { namespace: 'systemd', pod: 'nginx.service', container: 'nginx' })
    expect(unit).to.deep.equal({ cpu_usage_cores: 0, memory_usage_bytes: 7_000 })
    expect(new Set(samples.map(({ namespace }) => namespace))).to.deep.equal(
      new Set(['', 'docker', 'podman', 'systemd']),
    )
  })

  it('measures containers of cgroup version 1', async () => {
    root = await writeFiles(v1Files)
    const { samples } = await createSource().collect(0)
    const short = id.slice(0, 12)
    expect(metricsOf(samples, { namespace: 'docker', pod: short, container: short })).to.deep.equal({
      memory_usage_bytes: 200_000_000,
      memory_rss_bytes: 120_000_000,
      container_cpu_throttled_seconds_total: 0.25,
      container_oom_kills_total: 2,
    })
  })

  it('names containers as Docker does, and reports restarting ones', async () => {
    root = await writeFiles(v2Files)
    const socket = join(root, 'docker.sock')
    const docker = startDocker(socket)
    await once(docker, 'listening')
    let targets: readonly ScrapeTarget[] = []
    const source = createSource({ socket, onTargets: (found) => (targets = found) })
    const { samples, failures } = await source.collect(0)
    await new Promise((resolve) => docker.close(resolve))
    expect(failures).to.deep.equal([])
    const web = { namespace: 'shop', pod: 'shop-web-1', container: 'web' }
    expect(metricsOf(samples, web)).to.deep.include({
      memory_usage_bytes: 200_000_000,
      container_restarts_total: 1,
      container_waiting_crashloop: 0,
    })
    expect(metricsOf(samples, { namespace: 'docker', pod: 'flaky', container: 'flaky' })).to.deep.equal({
      container_restarts_total: 9,
      container_waiting_crashloop: 1,
    })
    expect(targets).to.deep.equal([{ url: 'http://172.18.0.2:8080/metrics', labels: { node: 'host-1', ...web } }])
  })

  it("reads a container's network from one of its processes, unless it is the host's", async () => {
    root = await writeFiles(v2Files)
    const network = { namespace: 'docker', pod: id.slice(0, 12) }
    for (const [process, name] of Object.entries({ 1: 'net:[1]', 4242: 'net:[2]' })) {
      await mkdir(join(root, 'proc', process, 'ns'), { recursive: true })
      await symlink(name, join(root, 'proc', process, 'ns/net'))
    }
    const own = await createSource().collect(0)
    expect(metricsOf(own.samples, network)).to.deep.equal({
      network_rx_bytes: 111,
      network_tx_bytes: 222,
      network_rx_errors_total: 1,
      network_tx_errors_total: 2,
    })
    await rm(join(root, 'proc/4242/ns/net'))
    await symlink('net:[1]', join(root, 'proc/4242/ns/net'))
    const shared = await createSource().collect(0)
    expect(shared.samples.filter(({ pod, container }) => pod !== '' && container === '')).to.deep.equal([])
  })

  it('still measures if Docker does not respond', async () => {
    root = await writeFiles(v2Files)
    await writeFile(join(root, 'docker.sock'), 'no socket')
    const { samples, failures } = await createSource({ socket: join(root, 'docker.sock') }).collect(0)
    expect(failures).to.have.lengthOf(1)
    expect(samples.map(({ namespace }) => namespace)).to.include('docker')
  })
})
