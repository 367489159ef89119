import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.js'
import { fetchKafka, kafkaJars } from './artifacts.js'

/** A real Apache Kafka on loopback: brokers that are controllers as well, each with a data directory of its own. */
export interface KafkaCluster {
  /** `host:port` of every broker, also of those that were killed. */
  brokers: readonly string[]
  /** kill -9. */
  kill(index: number): Promise<void>
  /** Starts a broker again that was killed, with what its disk holds. */
  restart(index: number): Promise<void>
  /** Kills all of it and removes the data. */
  remove(): Promise<void>
}

interface Broker {
  id: number
  port: number
  controllerPort: number
  directory: string
  process?: ChildProcess
}

/** Written once into the storage of every broker; any 16 bytes in base64url. */
const clusterId = 'c2lnbmFsYm94LXRlc3RzLg'

/**
 * Starts a cluster and waits until it takes requests.
 * @param count Brokers: one, or three for failures.
 */
export async function startKafka(count = 1): Promise<KafkaCluster> {
  await fetchKafka()
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-kafka-'))
  const ports = await freePorts(2 * count)
  const brokers = Array.from({ length: count }, (_, index): Broker => {
    const [port = 0, controllerPort = 0] = ports.slice(2 * index)
    return { id: index + 1, port, controllerPort, directory: join(directory, `broker-${index + 1}`) }
  })
  await Promise.all(brokers.map((broker) => format(broker, brokers)))
  await Promise.all(brokers.map(start))
  const at = (index: number) => brokers[index] ?? fail(`there is no broker ${index}`)
  return {
    brokers: brokers.map(({ port }) => `127.0.0.1:${port}`),
    kill: (index) => kill(at(index)),
    restart: (index) => start(at(index)),
    remove: async () => {
      await Promise.all(brokers.map(kill))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function fail(message: string): never {
  throw new Error(message)
}

async function format(broker: Broker, brokers: readonly Broker[]): Promise<void> {
  const properties = `${broker.directory}.properties`
  await writeFile(properties, propertiesOf(broker, brokers))
  const storage = spawnJava(['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties], 128)
  const [code] = (await once(storage, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the storage of a broker could not be prepared')
}

function propertiesOf(broker: Broker, brokers: readonly Broker[]): string {
  const replicas = Math.min(3, brokers.length)
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': broker.id,
    'controller.quorum.voters': brokers.map(({ id, controllerPort }) => `${id}@127.0.0.1:${controllerPort}`).join(','),
    listeners: `PLAINTEXT://127.0.0.1:${broker.port},CONTROLLER://127.0.0.1:${broker.controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${broker.port}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': broker.directory,
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': replicas,
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': Math.min(2, replicas),
    // Members of a group need not wait for others that might come.
    'group.initial.rebalance.delay.ms': 0,
    'message.max.bytes': 27_262_976,
    'replica.fetch.max.bytes': 27_262_976,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

async function start(broker: Broker): Promise<void> {
  broker.process = spawnJava(['kafka.Kafka', `${broker.directory}.properties`], 512)
  const { process } = broker
  let output = ''
  process.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-1_000_000)
  })
  await eventually(
    () => {
      if (process.exitCode !== null) throw new Error(`a broker ended with ${process.exitCode}: ${output.slice(-2_000)}`)
      if (!output.includes('Kafka Server started')) throw new Error('a broker did not start in time')
    },
    { withinMs: 60_000, everyMs: 100 },
  )
}

function spawnJava(command: readonly string[], heapMegabytes: number): ChildProcess {
  const options = [`-Xmx${heapMegabytes}m`, '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  return spawn('java', [...options, '-cp', join(kafkaJars, '*'), ...command], { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function kill({ process }: Broker): Promise<void> {
  if (!process || process.exitCode !== null || process.signalCode !== null) return
  process.kill('SIGKILL')
  await once(process, 'exit')
}

/** Ports that were free a moment ago, all different. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    }),
  )
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')))
  return ports
}
