import type { KafkaSecurity } from './kafka-security.js'

/** Where one broker listens and stores its data. */
export interface BrokerAddress {
  id: number
  port: number
  controllerPort: number
  securePort: number
  mutualPort: number
  /** Where it listens for traffic through its broken network, and the address clients use for it. */
  behindPort: number
  networkPort: number
  directory: string
}

export interface BrokerSettings {
  broker: BrokerAddress
  brokers: readonly BrokerAddress[]
  security: KafkaSecurity | undefined
}

type Properties = Record<string, string | number | boolean>

/** Properties of a broker in a test cluster. */
export function brokerProperties({ broker, brokers, security }: BrokerSettings): Properties {
  const replicas = Math.min(3, brokers.length)
  return {
    'process.roles': 'broker,controller',
    'node.id': broker.id,
    'controller.quorum.voters': brokers.map(({ id, controllerPort }) => `${id}@127.0.0.1:${controllerPort}`).join(','),
    ...listenersOf(broker, security),
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': broker.directory,
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': replicas,
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': Math.min(2, replicas),
    // Group members need not wait for others.
    'group.initial.rebalance.delay.ms': 0,
    // A killed consumer is detected quickly.
    'group.min.session.timeout.ms': 1_000,
    // Instead of preallocating ten megabytes each.
    'log.index.size.max.bytes': 262_144,
    'message.max.bytes': 27_262_976,
    'replica.fetch.max.bytes': 27_262_976,
    ...(security && securityProperties(security)),
  }
}

export function renderProperties(properties: Properties): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

function listenersOf(broker: BrokerAddress, security?: KafkaSecurity): Properties {
  const { port, controllerPort, securePort, mutualPort, behindPort, networkPort } = broker
  const at = (name: string, where: number) => `${name}://127.0.0.1:${where}`
  const closed = security ? [at('SECURE', securePort), at('MUTUAL', mutualPort)] : []
  const open = [at('PLAINTEXT', port), ...closed]
  return {
    listeners: [...open, at('BROKEN', behindPort), at('CONTROLLER', controllerPort)].join(','),
    'advertised.listeners': [...open, at('BROKEN', networkPort)].join(','),
    'listener.security.protocol.map':
      'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,BROKEN:PLAINTEXT,SECURE:SASL_SSL,MUTUAL:SSL',
  }
}

/** The broker's certificate is from the same authority as clients' certificates. */
function securityProperties({ keyStore, caFile, username, password }: KafkaSecurity): Properties {
  const login = 'org.apache.kafka.common.security'
  const secure = 'listener.name.secure'
  return {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': caFile,
    'listener.name.mutual.ssl.client.auth': 'required',
    [`${secure}.sasl.enabled.mechanisms`]: 'PLAIN,SCRAM-SHA-512',
    [`${secure}.plain.sasl.jaas.config`]: `${login}.plain.PlainLoginModule required user_${username}="${password}";`,
    [`${secure}.scram-sha-512.sasl.jaas.config`]: `${login}.scram.ScramLoginModule required;`,
  }
}
