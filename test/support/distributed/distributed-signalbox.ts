import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKafka, type KafkaCluster } from '../kafka/kafka-broker.js'
import { callApi, type ApiResponse } from './call-api.js'
import { findFreePorts } from '../free-ports.js'
import { startRedis, type RedisServer } from './redis-server.js'
import { createServiceProcess, type ServiceProcess } from './service-process.js'

type Role = 'control-plane' | 'ingest' | 'consumer' | 'query' | 'agent'

export interface DistributedOptions {
  /** Processes per role; always one control plane. Default: one each. */
  counts?: Partial<Record<Exclude<Role, 'control-plane'>, number>>
  /** Kafka brokers: one, or three for failure tests. */
  brokers?: number
  /** True if the services reach the brokers through `kafka.networks`, which can be broken. */
  isNetworkBreakable?: boolean
  /** Settings of every role, in addition to those that connect the installation. */
  env?: Readonly<Record<string, string>>
}

/** A role in its own process. */
export interface RoleProcess extends ServiceProcess {
  /** Its public address; unused for consumers. */
  readonly url: string
  readonly adminUrl: string
  /** Calls its API with the installation's key; JSON in, JSON out. */
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>
}

/**
 * An installation of separate processes on loopback: real Kafka and Redis, and ClickHouse's HTTP interface over the
 * embedded engine.
 */
export interface DistributedSignalbox {
  readonly apiKey: string
  readonly kafka: KafkaCluster
  readonly redis: RedisServer
  readonly clickhouse: ServiceProcess
  /** The store's HTTP interface, without a password. */
  readonly clickhouseUrl: string
  readonly controlPlane: RoleProcess
  readonly ingest: readonly RoleProcess[]
  readonly consumers: readonly RoleProcess[]
  readonly queries: readonly RoleProcess[]
  readonly agents: readonly RoleProcess[]
  /** Settings shared by all roles, for commands that do a role's work. */
  readonly env: Readonly<Record<string, string>>
  /** The output of all services, by name. */
  output(): string
  /** Stops everything and removes the data. */
  dispose(): Promise<void>
}

const apiKey = 'test-key-with-all-scopes-0001'
const internalToken = 'test-token-of-the-installation'

/** Starts everything and waits until it is ready; stops it again if a part fails. */
export async function startDistributed(options: DistributedOptions = {}): Promise<DistributedSignalbox> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-distributed-'))
  const [kafka, redis] = await Promise.all([startKafka(options.brokers), startRedis()])
  const parts = await createParts(options, { directory, kafka, redis })
  const { clickhouse, controlPlane, ingest, consumers, queries, agents } = parts
  const all = [clickhouse, controlPlane, ...ingest, ...consumers, ...queries, ...agents]
  const signalbox: DistributedSignalbox = {
    apiKey,
    kafka,
    redis,
    ...parts,
    output: () => all.map((service) => `--- ${service.name}\n${service.output()}`).join('\n'),
    dispose: async () => {
      await Promise.all(all.map((service) => service.kill()))
      await Promise.all([kafka.remove(), redis.kill()])
      await rm(directory, { recursive: true, force: true })
    },
  }
  try {
    // Consumers migrate the store's schema before they are ready, so the store must be up first.
    await clickhouse.start()
    await Promise.all(all.slice(1).map((service) => service.start()))
    return signalbox
  } catch (error) {
    await signalbox.dispose()
    throw new Error(`the installation did not start:\n${signalbox.output().slice(-20_000)}`, { cause: error })
  }
}

interface Foundations {
  directory: string
  kafka: KafkaCluster
  redis: RedisServer
}

async function createParts(options: DistributedOptions, { directory, kafka, redis }: Foundations) {
  const { counts = {} } = options
  const [clickhousePort = 0, controlPlanePort = 0, ...ports] = await findFreePorts(64)
  const clickhouseUrl = `http://127.0.0.1:${clickhousePort}`
  const controlPlaneUrl = `http://127.0.0.1:${controlPlanePort}`
  const take = () => ports.pop() ?? 0
  const queryPorts = Array.from({ length: counts.query ?? 1 }, take)
  const shared = {
    SIGNALBOX_LOG_LEVEL: 'info',
    SIGNALBOX_BOOTSTRAP_API_KEY: apiKey,
    SIGNALBOX_INTERNAL_TOKEN: internalToken,
    SIGNALBOX_CONTROL_PLANE_URL: controlPlaneUrl,
    SIGNALBOX_QUERY_URL: `http://127.0.0.1:${queryPorts[0] ?? 0}`,
    SIGNALBOX_KAFKA_BROKERS: brokersOf(kafka, options).join(','),
    SIGNALBOX_KAFKA_PARTITIONS: '4',
    SIGNALBOX_CLICKHOUSE_URL: clickhouseUrl,
    SIGNALBOX_REDIS_URL: redis.url,
    SIGNALBOX_INGEST_RATE_LIMIT_PER_MINUTE: '10000000',
    SIGNALBOX_QUERY_RATE_LIMIT_PER_MINUTE: '10000000',
    SIGNALBOX_DATA_DIR: join(directory, 'control-plane'),
    ...options.env,
  }
  const createRole = (name: Role, port: number) => createRoleProcess({ name, port, adminPort: take(), shared })
  const createRoles = (name: Role, count = 1) => Array.from({ length: count }, () => createRole(name, take()))
  return {
    env: shared,
    clickhouseUrl,
    clickhouse: createServiceProcess({
      name: 'embedded-clickhouse',
      env: { SIGNALBOX_PORT: String(clickhousePort), SIGNALBOX_DATA_DIR: join(directory, 'clickhouse') },
      readyUrl: `${clickhouseUrl}/ping`,
    }),
    controlPlane: createRole('control-plane', controlPlanePort),
    ingest: createRoles('ingest', counts.ingest),
    consumers: createRoles('consumer', counts.consumer),
    queries: queryPorts.map((port) => createRole('query', port)),
    agents: createRoles('agent', counts.agent),
  }
}

function brokersOf({ brokers, networks }: KafkaCluster, { isNetworkBreakable = false }: DistributedOptions) {
  return isNetworkBreakable ? networks.map(({ address }) => address) : brokers
}

interface RoleOptions {
  name: Role
  port: number
  adminPort: number
  shared: Readonly<Record<string, string>>
}

function createRoleProcess({ name, port, adminPort, shared }: RoleOptions): RoleProcess {
  const url = `http://127.0.0.1:${port}`
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const env = { ...shared, SIGNALBOX_PORT: String(port), SIGNALBOX_ADMIN_PORT: String(adminPort) }
  const service = createServiceProcess({ name, env, readyUrl: `${adminUrl}/readyz` })
  return Object.assign(Object.create(service) as ServiceProcess, {
    url,
    adminUrl,
    call: (method: string, path: string, body?: unknown) => callApi(url, { method, path, body, apiKey }),
  })
}
