import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.js'
import { findFreePorts } from '../free-ports.js'
import { fetchKafka, kafkaJars } from './artifacts.js'
import { createBrokenNetwork, type BrokenNetwork } from './broken-network.js'
import { brokerProperties, renderProperties, type BrokerAddress } from './broker-properties.js'
import type { KafkaSecurity } from './kafka-security.js'

/** A real Apache Kafka on loopback: brokers that are also controllers, each with its own data directory. */
export interface KafkaCluster {
  /** `host:port` of every broker, including killed ones. */
  brokers: readonly string[]
  /** The same brokers' addresses for a password over TLS; only with `security`. */
  secureBrokers: readonly string[]
  /** The same brokers' addresses for client certificates; only with `security`. */
  mutualBrokers: readonly string[]
  /** The network between clients of `address` and each broker. */
  networks: readonly BrokenNetwork[]
  /** kill -9. */
  kill(index: number): Promise<void>
  /** Restarts a killed broker with the data on its disk and without a size limit. */
  restart(index: number): Promise<void>
  /** Kills everything and removes the data. */
  remove(): Promise<void>
}

export interface KafkaOptions {
  /** Adds TLS addresses, one for SASL users and one for client certificates. */
  security?: KafkaSecurity
  /**
   * Maximum size of a broker's files in bytes until it restarts: writes then fail as on a full disk, without the
   * privileges needed for a small file system.
   */
  fileBytesMax?: number
}

interface Broker extends BrokerAddress {
  process?: ChildProcess
}

/** Written to every broker's storage once; any 16 bytes in base64url. */
const clusterId = 'c2lnbmFsYm94LXRlc3RzLg'

/**
 * Starts a cluster and waits until it accepts requests: up to two minutes on a busy machine, so a suite's time limit must be
 * longer.
 * @param count brokers: one, or three for failure tests.
 */
export async function startKafka(count = 1, options: KafkaOptions = {}): Promise<KafkaCluster> {
  await fetchKafka()
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-kafka-'))
  const ports = await findFreePorts(6 * count)
  const brokers = Array.from({ length: count }, (_, index): Broker => {
    const [port = 0, controllerPort = 0, securePort = 0, mutualPort = 0] = ports.slice(6 * index)
    const [behindPort = 0, networkPort = 0] = ports.slice(6 * index + 4)
    const addresses = { port, controllerPort, securePort, mutualPort, behindPort, networkPort }
    return { id: index + 1, ...addresses, directory: join(directory, `broker-${index + 1}`) }
  })
  await Promise.all(brokers.map((broker) => format(broker, brokers, options)))
  const networks = await Promise.all(
    brokers.map(({ behindPort, networkPort }) => createBrokenNetwork(behindPort, networkPort)),
  )
  const remove = async () => {
    await Promise.all([...brokers.map(kill), ...networks.map((network) => network.close())])
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await Promise.all(brokers.map((broker) => start(broker, options.fileBytesMax)))
  } catch (error) {
    await remove()
    throw error
  }
  const at = (index: number) => brokers[index] ?? fail(`there is no broker ${index}`)
  const addressesOf = (name: 'port' | 'securePort' | 'mutualPort') => brokers.map((each) => `127.0.0.1:${each[name]}`)
  return {
    brokers: addressesOf('port'),
    secureBrokers: options.security ? addressesOf('securePort') : [],
    mutualBrokers: options.security ? addressesOf('mutualPort') : [],
    networks,
    kill: (index) => kill(at(index)),
    restart: async (index) => {
      await kill(at(index))
      await start(at(index))
    },
    remove,
  }
}

function fail(message: string): never {
  throw new Error(message)
}

async function format(broker: Broker, brokers: readonly Broker[], { security }: KafkaOptions): Promise<void> {
  const properties = `${broker.directory}.properties`
  await writeFile(properties, renderProperties(brokerProperties({ broker, brokers, security })))
  const users = security
    ? ['--add-scram', `SCRAM-SHA-512=[name=${security.username},password=${security.password}]`]
    : []
  const storage = spawnJava(['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties, ...users], 128)
  const [code] = (await once(storage, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the storage of a broker could not be prepared')
}

async function start(broker: Broker, fileBytesMax?: number): Promise<void> {
  broker.process = spawnJava(['kafka.Kafka', `${broker.directory}.properties`], 512, fileBytesMax)
  const { process } = broker
  let output = ''
  process.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-1_000_000)
  })
  const hasEnded = () => process.exitCode !== null || process.signalCode !== null
  await eventually(
    () => {
      if (!hasEnded() && !output.includes('Kafka Server started')) {
        throw new Error(`a broker did not start in time: ${output.slice(-2_000)}`)
      }
    },
    { withinMs: 120_000, everyMs: 100 },
  )
  if (hasEnded()) throw new Error(`a broker ended with ${process.exitCode}: ${output.slice(-2_000)}`)
}

function spawnJava(command: readonly string[], heapMegabytes: number, fileBytesMax?: number): ChildProcess {
  const options = [`-Xmx${heapMegabytes}m`, '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  const java = ['java', ...options, '-cp', join(kafkaJars, '*'), ...command]
  // In blocks of 1 024 bytes.
  const limit = fileBytesMax === undefined ? 'unlimited' : String(Math.floor(fileBytesMax / 1_024))
  const args = ['-c', `ulimit -f ${limit}; exec "$@"`, 'bash', ...java]
  return spawn('bash', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function kill({ process }: Broker): Promise<void> {
  if (!process || process.exitCode !== null || process.signalCode !== null) return
  process.kill('SIGKILL')
  await once(process, 'exit')
}
