import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createValidator, type TSchema } from '@signalbox/contracts'
import { expect } from 'chai'
import { parse } from 'yaml'
import { neededValues, renderChart, type Manifest } from './render-chart.js'
import { defaultPortOf, findMissing, findUnknown, roles } from './role-settings.js'

interface Container {
  args: string[]
  ports: { name: string; containerPort: number }[]
  env: {
    name: string
    value?: string
    valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } }
  }[]
  startupProbe: { httpGet: { path: string; port: string } }
  livenessProbe: { httpGet: { path: string; port: string } }
  readinessProbe: { httpGet: { path: string; port: string } }
  resources: { requests: Record<string, string>; limits: Record<string, string> }
  volumeMounts: { name: string }[]
}
interface Workload extends Manifest {
  spec: {
    replicas?: number
    selector: { matchLabels: Record<string, string> }
    template: {
      metadata: { labels: Record<string, string> }
      spec: { containers: Container[]; volumes: { name: string }[] }
    }
    volumeClaimTemplates?: { metadata: { name: string } }[]
  }
}

const everything = {
  ingress: { enabled: true, tls: { secretName: 'certificate' } },
  networkPolicy: { enabled: true },
  serviceMonitor: { enabled: true },
  redisUrl: 'redis://redis:6379',
  clickhouse: { cluster: 'signalbox' },
  settings: { SIGNALBOX_LOG_LEVEL: 'warn' },
  ingest: { autoscaling: { enabled: true }, settings: { SIGNALBOX_INGEST_RATE_LIMIT_PER_MINUTE: 5_000 } },
}

function workloadsIn(manifests: readonly Manifest[]): Workload[] {
  return manifests.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind)) as Workload[]
}

function roleOf({ metadata }: Manifest): string {
  return metadata.labels['app.kubernetes.io/component'] ?? ''
}

function find(manifests: readonly Manifest[], kind: string, role?: string): Manifest | undefined {
  return manifests.find((one) => one.kind === kind && (role === undefined || roleOf(one) === role))
}

describe('deploy/helm/signalbox', () => {
  let manifests: Manifest[]

  before(async () => {
    manifests = await renderChart(everything)
  })

  it('creates a workload and a service for every role, one control plane with a volume', () => {
    expect(workloadsIn(manifests).map(roleOf).sort()).to.deep.equal([...roles].sort())
    for (const role of roles) expect(find(manifests, 'Service', role), role).not.to.equal(undefined)
    const controlPlane = find(manifests, 'StatefulSet', 'control-plane') as Workload
    expect(controlPlane.spec.replicas).to.equal(1)
    expect(controlPlane.spec.volumeClaimTemplates?.map(({ metadata }) => metadata.name)).to.deep.equal(['data'])
  })

  it("starts the role's program on the ports it listens on", () => {
    for (const workload of workloadsIn(manifests)) {
      const role = roleOf(workload)
      const [container] = workload.spec.template.spec.containers
      expect(container?.args).to.deep.equal([`services/${role}/dist/main.js`])
      expect(existsSync(`services/${role}/src/main.ts`), role).to.equal(true)
      const expected = [
        { name: 'http', containerPort: defaultPortOf(role, 'SIGNALBOX_PORT') },
        { name: 'admin', containerPort: defaultPortOf(role, 'SIGNALBOX_ADMIN_PORT') },
      ]
      // The consumer has no port.
      expect(container?.ports).to.deep.equal(expected.filter(({ containerPort }) => containerPort !== undefined))
      expect(container?.livenessProbe.httpGet).to.deep.equal({ path: '/livez', port: 'admin' })
      expect(container?.readinessProbe.httpGet).to.deep.equal({ path: '/readyz', port: 'admin' })
      expect(container?.startupProbe.httpGet).to.deep.equal({ path: '/readyz', port: 'admin' })
    }
  })

  it('sets only variables that the code reads, and all that each role needs', () => {
    const shared = Object.keys((find(manifests, 'ConfigMap') as Manifest & { data: object }).data)
    for (const workload of workloadsIn(manifests)) {
      const own = workload.spec.template.spec.containers[0]?.env.map(({ name }) => name) ?? []
      expect(findUnknown([...shared, ...own])).to.deep.equal([])
      expect(findMissing(roleOf(workload), [...shared, ...own]), roleOf(workload)).to.deep.equal([])
    }
  })

  it('reads secrets from an existing Kubernetes secret', () => {
    const secret = find(manifests, 'Secret') as Manifest & { data: Record<string, string> }
    for (const workload of workloadsIn(manifests)) {
      const references =
        workload.spec.template.spec.containers[0]?.env.flatMap(({ valueFrom }) => valueFrom ?? []) ?? []
      expect(references).not.to.be.empty
      for (const { secretKeyRef } of references) {
        expect(secretKeyRef.name).to.equal(secret.metadata.name)
        if (secretKeyRef.optional !== true) expect(secret.data).to.have.property(secretKeyRef.key)
      }
    }
    expect(Buffer.from(secret.data['SIGNALBOX_CLICKHOUSE_READER_URL'] ?? '', 'base64').toString()).to.equal(
      neededValues.secrets.clickhouseReaderUrl,
    )
  })

  it('selects the labels it sets, and mounts the volumes it defines', () => {
    for (const workload of workloadsIn(manifests)) {
      const { template, selector, volumeClaimTemplates = [] } = workload.spec
      expect(template.metadata.labels).to.include(selector.matchLabels)
      const service = find(manifests, 'Service', roleOf(workload)) as Manifest & { spec: { selector: object } }
      expect(template.metadata.labels).to.include(service.spec.selector)
      const volumes = [...template.spec.volumes, ...volumeClaimTemplates.map(({ metadata }) => metadata)]
      const mounted = template.spec.containers[0]?.volumeMounts.map(({ name }) => name) ?? []
      expect(volumes.map(({ name }) => name).sort()).to.deep.equal(mounted.sort())
    }
  })

  it('gives roles that share uploaded files the same bucket or volume', async () => {
    const artifacts = { bucketUrl: 'https://s3.example.com/uploads' }
    const keys = { artifactsAccessKeyId: 'id', artifactsSecretAccessKey: 'secret' }
    const bucket = workloadsIn(await renderChart({ artifacts, secrets: { ...neededValues.secrets, ...keys } }))
    const volume = workloadsIn(await renderChart({ artifacts: { existingClaim: 'ours' } }))
    for (const role of roles) {
      const shares = ['control-plane', 'consumer'].includes(role)
      const podOf = (workloads: readonly Workload[]) =>
        workloads.find((workload) => roleOf(workload) === role)?.spec.template.spec
      const env = podOf(bucket)?.containers[0]?.env.map(({ name, value }) => [name, value]) ?? []
      const given = Object.fromEntries(env.filter(([name]) => name?.includes('_ARTIFACTS_'))) as object
      const expected = {
        SIGNALBOX_ARTIFACTS_S3_URL: 'https://s3.example.com/uploads',
        SIGNALBOX_ARTIFACTS_S3_REGION: 'us-east-1',
        SIGNALBOX_ARTIFACTS_S3_ACCESS_KEY_ID: undefined,
        SIGNALBOX_ARTIFACTS_S3_SECRET_ACCESS_KEY: undefined,
      }
      expect(given, role).to.deep.equal(shares ? expected : {})
      expect(findUnknown(Object.keys(given))).to.deep.equal([])
      expect(
        podOf(volume)?.volumes.some(({ name }) => name === 'artifacts'),
        role,
      ).to.equal(shares)
    }
  })

  it('leaves the replica count of an autoscaled role to its autoscaler', () => {
    expect((find(manifests, 'Deployment', 'ingest') as Workload).spec.replicas).to.equal(undefined)
    expect(find(manifests, 'HorizontalPodAutoscaler', 'ingest')).not.to.equal(undefined)
    expect((find(manifests, 'Deployment', 'query') as Workload).spec.replicas).to.equal(2)
  })

  it('creates no secrets or extras that are not enabled', async () => {
    const kinds = (await renderChart({ secrets: { existingSecret: 'ours' } })).map(({ kind }) => kind)
    expect(kinds).not.to.include.members(['Secret'])
    for (const kind of ['Ingress', 'NetworkPolicy', 'ServiceMonitor', 'Secret']) expect(kinds).not.to.include(kind)
  })

  it('reports missing values', async () => {
    const failure = await renderChart({}, {}).catch((error: unknown) => error)
    expect(failure).to.have.property('message').that.includes('kafka.brokers is required')
  })

  it('has values that match their schema, which rejects misspelled names', async () => {
    const text = await readFile('deploy/helm/signalbox/values.schema.json', 'utf8')
    // The few keywords that it uses mean the same in the draft used for validation here.
    const check = createValidator({ ...(JSON.parse(text) as TSchema), $schema: undefined })
    const defaults = parse(await readFile('deploy/helm/signalbox/values.yaml', 'utf8')) as object
    expect(check(defaults)).to.have.property('ok', true)
    for (const wrong of [
      { publicUrl: 'signalbox.example.com' },
      { ingest: { replica: 3 } },
      { kafka: { brokers: ['no-port'] } },
      { settings: { LOG_LEVEL: 'info' } },
    ]) {
      expect(check({ ...defaults, ...wrong }), JSON.stringify(wrong)).to.have.property('ok', false)
    }
  })
})
