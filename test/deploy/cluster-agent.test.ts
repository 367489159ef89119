import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { renderChart, type Manifest } from './render-chart.js'
import { defaultPortOf, findMissing, findUnknown } from './role-settings.js'

interface Rule {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
}
interface AgentPod {
  serviceAccountName: string
  hostNetwork?: boolean
  containers: {
    ports: object[]
    env: {
      name: string
      value?: string
      valueFrom?: { fieldRef?: object; secretKeyRef?: { name: string; key: string } }
    }[]
    volumeMounts: { name: string }[]
    securityContext: object
    livenessProbe: { httpGet: object }
    readinessProbe: { httpGet: object }
  }[]
  volumes: { name: string; hostPath?: object }[]
  tolerations?: object[]
  nodeSelector?: object
}
type AgentWorkload = Manifest & {
  spec: {
    replicas?: number
    selector: { matchLabels: object }
    template: { metadata: { labels: object }; spec: AgentPod }
  }
}

const enabled = {
  clusterAgent: {
    enabled: true,
    apiKey: 'key-of-the-agent',
    settings: { SIGNALBOX_CLUSTER_AGENT_INTERVAL_SECONDS: 60 },
  },
}

describe('the cluster agent in deploy/', () => {
  let manifests: Manifest[]
  const find = (kind: string, name: string) =>
    manifests.find((one) => one.kind === kind && one.metadata.name === `demo-signalbox-${name}`)!
  const workloads = () =>
    [find('DaemonSet', 'node-agent'), find('Deployment', 'cluster-agent')] as [AgentWorkload, AgentWorkload]

  before(async () => {
    manifests = await renderChart(enabled)
  })

  it('is not installed by default', async () => {
    const kinds = (await renderChart()).map(({ kind }) => kind)
    for (const kind of ['DaemonSet', 'ClusterRole', 'ClusterRoleBinding']) expect(kinds).not.to.include(kind)
  })

  it('runs on every Linux node, and once per cluster, with separate service accounts', () => {
    const [node, cluster] = workloads()
    for (const { spec } of workloads()) {
      expect(spec.template.spec.nodeSelector).to.deep.equal({ 'kubernetes.io/os': 'linux' })
    }
    expect(node.spec.template.spec.tolerations).to.deep.equal([{ operator: 'Exists' }])
    expect(cluster.spec.replicas).to.equal(1)
    const modes = workloads().map(({ spec }) => {
      const { env } = spec.template.spec.containers[0]!
      return env.find(({ name }) => name === 'SIGNALBOX_CLUSTER_AGENT_MODE')?.value
    })
    expect(modes).to.deep.equal(['node', 'cluster'])
    for (const { spec, metadata } of workloads()) {
      expect(spec.template.metadata.labels).to.include(spec.selector.matchLabels)
      expect(spec.template.spec.serviceAccountName).to.equal(metadata.name)
      const binding = manifests.find((one) => one.kind === 'ClusterRoleBinding' && one.metadata.name === metadata.name)
      expect(binding).to.have.nested.property('roleRef.name', metadata.name)
      expect(binding).to.have.deep.property('subjects', [
        { kind: 'ServiceAccount', name: metadata.name, namespace: 'default' },
      ])
    }
  })

  it('has exactly the permissions that it needs', () => {
    const rulesOf = (name: string) =>
      (find('ClusterRole', name) as Manifest & { rules: Rule[] }).rules.flatMap(({ resources, verbs, apiGroups }) => {
        expect(apiGroups).to.deep.equal([''])
        return resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}`))
      })
    expect(rulesOf('node-agent')).to.have.members(['get nodes/stats', 'get nodes', 'list pods'])
    expect(rulesOf('cluster-agent')).to.have.members(['list events', 'list pods'])
  })

  it('runs unprivileged, without host mounts', () => {
    for (const { spec } of workloads()) {
      const { containers, volumes, hostNetwork } = spec.template.spec
      expect(hostNetwork).to.equal(undefined)
      expect(volumes.filter(({ hostPath }) => hostPath !== undefined)).to.deep.equal([])
      expect(containers[0]?.volumeMounts.map(({ name }) => name)).to.deep.equal(volumes.map(({ name }) => name))
      expect(containers[0]?.securityContext).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  })

  it('sets only variables that the agent reads, all that it needs, and probes its port', () => {
    for (const { spec } of workloads()) {
      const [container] = spec.template.spec.containers
      const names = container!.env.map(({ name }) => name)
      expect(findUnknown(names)).to.deep.equal([])
      expect(findMissing('cluster-agent', names)).to.deep.equal([])
      expect(container?.ports).to.deep.equal([
        { name: 'admin', containerPort: defaultPortOf('cluster-agent', 'SIGNALBOX_ADMIN_PORT') },
      ])
      expect(container?.livenessProbe.httpGet).to.deep.equal({ path: '/livez', port: 'admin' })
      expect(container?.readinessProbe.httpGet).to.deep.equal({ path: '/readyz', port: 'admin' })
    }
  })

  it('reads its key from its own secret or from an existing one', async () => {
    const secret = find('Secret', 'cluster-agent') as Manifest & { data: Record<string, string> }
    expect(Buffer.from(secret.data['SIGNALBOX_API_KEY'] ?? '', 'base64').toString()).to.equal('key-of-the-agent')
    const refersTo = (all: readonly Manifest[]) => {
      const { spec } = all.find(({ kind }) => kind === 'DaemonSet') as AgentWorkload
      const key = spec.template.spec.containers[0]!.env.find(({ name }) => name === 'SIGNALBOX_API_KEY')
      return key?.valueFrom?.secretKeyRef
    }
    expect(refersTo(manifests)).to.deep.equal({ name: 'demo-signalbox-cluster-agent', key: 'SIGNALBOX_API_KEY' })
    const own = await renderChart({ clusterAgent: { enabled: true, existingSecret: 'ours' } })
    expect(refersTo(own)).to.deep.equal({ name: 'ours', key: 'SIGNALBOX_API_KEY' })
    expect(own.filter(({ kind }) => kind === 'Secret')).to.have.lengthOf(1)
    const failure = await renderChart({ clusterAgent: { enabled: true } }).catch(String)
    expect(failure).to.include('clusterAgent.apiKey or clusterAgent.existingSecret is required')
  })

  it('is started by the unit and the image with variables that it reads', async () => {
    for (const file of ['systemd/signalbox-cluster-agent.service', 'cluster-agent.Dockerfile']) {
      const text = await readFile(`deploy/${file}`, 'utf8')
      const names = [...text.matchAll(/(SIGNALBOX_[A-Z_]+)=/g)].map((match) => match[1] ?? '')
      expect(names, file).not.to.be.empty
      expect(findUnknown(names), file).to.deep.equal([])
    }
  })
})
