import { readFileSync } from 'node:fs'
import type { KafkaConfig, saslMechanisms } from './kafka.js'
import { kafkaSettings } from './kafka.js'
import { ConfigError } from './read-config.js'

/** Connection options for `openKafkaLog`. Certificates and keys are PEM texts, times are milliseconds. */
export interface KafkaConnection {
  brokers: readonly string[]
  clientId: string
  prefix: string
  topics: { partitions: number; retentionMs: number; replicationFactor?: number; minInsyncReplicas?: number }
  tls?: true | { ca?: string; cert?: string; key?: string }
  sasl?: { mechanism: (typeof saslMechanisms)[number]; username: string; password: string }
}

const msPerHour = 3_600_000

/**
 * Builds the connection options from the settings and reads the files they name.
 * @returns undefined if no broker is configured: the event log is then embedded.
 * @throws ConfigError that lists all inconsistent settings and unreadable files.
 */
export function readKafkaConnection(config: KafkaConfig): KafkaConnection | undefined {
  if (config.kafkaBrokers.length === 0) return undefined
  const faults = [...findBrokerFaults(config), ...findTlsFaults(config), ...findSaslFaults(config)]
  const pem = readPemFiles(config, faults)
  if (faults.length > 0) throw new ConfigError(faults)
  const { kafkaTls: isEncrypted, kafkaSaslMechanism: mechanism } = config
  const { kafkaSaslUsername: username = '', kafkaSaslPassword: password = '' } = config
  return {
    brokers: config.kafkaBrokers,
    clientId: config.kafkaClientId,
    prefix: config.kafkaTopicPrefix,
    topics: toTopicSettings(config),
    ...(isEncrypted && { tls: Object.keys(pem).length > 0 ? pem : (true as const) }),
    ...(mechanism && { sasl: { mechanism, username, password } }),
  }
}

function toTopicSettings(config: KafkaConfig): KafkaConnection['topics'] {
  const { kafkaReplicationFactor: replicationFactor, kafkaMinInsyncReplicas: minInsyncReplicas } = config
  return {
    partitions: config.kafkaPartitions,
    retentionMs: config.kafkaRetentionHours * msPerHour,
    ...(replicationFactor !== undefined && { replicationFactor }),
    ...(minInsyncReplicas !== undefined && { minInsyncReplicas }),
  }
}

const env = (name: keyof typeof kafkaSettings) => kafkaSettings[name].env

function findBrokerFaults({ kafkaBrokers, ...config }: KafkaConfig): string[] {
  const faults = kafkaBrokers
    .filter((broker) => !/^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):\d{1,5}$/.test(broker))
    .map(
      (broker) =>
        `${env('kafkaBrokers')} must be a list of host:port separated by commas, not ${JSON.stringify(broker)}`,
    )
  const { kafkaReplicationFactor: copies, kafkaMinInsyncReplicas: inSync } = config
  if (copies !== undefined && inSync !== undefined && inSync > copies) {
    faults.push(`${env('kafkaMinInsyncReplicas')} must be at most ${env('kafkaReplicationFactor')}, which is ${copies}`)
  }
  return faults
}

function findTlsFaults({ kafkaTls, kafkaTlsCaFile, kafkaTlsCertFile, kafkaTlsKeyFile }: KafkaConfig): string[] {
  const faults: string[] = []
  const isNamed = [kafkaTlsCaFile, kafkaTlsCertFile, kafkaTlsKeyFile].some((file) => file !== undefined)
  if (isNamed && !kafkaTls) faults.push(`${env('kafkaTls')} must be true if TLS files are set`)
  if ((kafkaTlsCertFile === undefined) !== (kafkaTlsKeyFile === undefined)) {
    faults.push(`${env('kafkaTlsCertFile')} and ${env('kafkaTlsKeyFile')} must be set together`)
  }
  return faults
}

function findSaslFaults({ kafkaSaslMechanism, kafkaSaslUsername, kafkaSaslPassword, kafkaTls }: KafkaConfig): string[] {
  const isSet = [kafkaSaslMechanism, kafkaSaslUsername, kafkaSaslPassword].map((value) => value !== undefined)
  const faults: string[] = []
  if (isSet.includes(true) && isSet.includes(false)) {
    const names = [env('kafkaSaslMechanism'), env('kafkaSaslUsername'), env('kafkaSaslPassword')]
    faults.push(`${names.join(', ')} must be set together`)
  }
  // Without TLS, anyone on the network path could read the password.
  if (kafkaSaslMechanism === 'plain' && !kafkaTls) {
    faults.push(`${env('kafkaSaslMechanism')} must not be plain without ${env('kafkaTls')}`)
  }
  return faults
}

/** @param faults Receives a line for each unreadable file. */
function readPemFiles(config: KafkaConfig, faults: string[]): { ca?: string; cert?: string; key?: string } {
  const read = (name: 'kafkaTlsCaFile' | 'kafkaTlsCertFile' | 'kafkaTlsKeyFile') => {
    const file = config[name]
    if (file === undefined) return undefined
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      faults.push(`${env(name)} must be a readable file: ${error instanceof Error ? error.message : ''}`)
      return undefined
    }
  }
  const [ca, cert, key] = [read('kafkaTlsCaFile'), read('kafkaTlsCertFile'), read('kafkaTlsKeyFile')]
  return { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) }
}
