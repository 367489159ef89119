import { defineConfig, type ConfigOf } from './define-config.js'

/** Mechanisms by which a client tells a broker who it is. */
export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** The cluster that carries the event log. Without brokers the log is embedded, and nothing else here has an effect. */
export const kafkaSettings = defineConfig({
  kafkaBrokers: {
    env: 'SIGNALBOX_KAFKA_BROKERS',
    type: 'list',
    default: [],
    description: 'host:port of some Kafka brokers; without any the event log is a file',
  },
  kafkaTls: {
    env: 'SIGNALBOX_KAFKA_TLS',
    type: 'boolean',
    default: false,
    description: 'Whether the brokers are spoken to over TLS',
  },
  kafkaTlsCaFile: {
    env: 'SIGNALBOX_KAFKA_TLS_CA_FILE',
    type: 'text',
    description:
      'PEM file of the authority that signed the certificates of the brokers; without it those of the system',
  },
  kafkaTlsCertFile: {
    env: 'SIGNALBOX_KAFKA_TLS_CERT_FILE',
    type: 'text',
    description: 'PEM file of the certificate by which this client is known',
  },
  kafkaTlsKeyFile: {
    env: 'SIGNALBOX_KAFKA_TLS_KEY_FILE',
    type: 'text',
    description: 'PEM file of the private key of that certificate',
  },
  kafkaSaslMechanism: {
    env: 'SIGNALBOX_KAFKA_SASL_MECHANISM',
    type: 'choice',
    choices: saslMechanisms,
    description: 'How this client proves who it is; unset for not at all. plain needs TLS',
  },
  kafkaSaslUsername: {
    env: 'SIGNALBOX_KAFKA_SASL_USERNAME',
    type: 'text',
    description: 'User at the brokers',
  },
  kafkaSaslPassword: {
    env: 'SIGNALBOX_KAFKA_SASL_PASSWORD',
    type: 'text',
    secret: true,
    description: 'Password of that user',
  },
  kafkaClientId: {
    env: 'SIGNALBOX_KAFKA_CLIENT_ID',
    type: 'text',
    lengthMax: 200,
    default: 'signalbox',
    description: 'Name of this client in the logs and quotas of the brokers',
  },
  kafkaTopicPrefix: {
    env: 'SIGNALBOX_KAFKA_TOPIC_PREFIX',
    type: 'text',
    lengthMax: 100,
    pattern: /[a-zA-Z0-9._-]+/,
    expected: 'letters, digits, dots, dashes and underscores',
    default: 'signalbox.',
    description: 'What the names of topics and consumer groups begin with',
  },
  kafkaPartitions: {
    env: 'SIGNALBOX_KAFKA_PARTITIONS',
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 6,
    description: 'Partitions of topics that are made: as many consumers can share the work',
  },
  kafkaReplicationFactor: {
    env: 'SIGNALBOX_KAFKA_REPLICATION_FACTOR',
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Copies of each record in topics that are made; unset for 3, or as many as there are brokers',
  },
  kafkaMinInsyncReplicas: {
    env: 'SIGNALBOX_KAFKA_MIN_INSYNC_REPLICAS',
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Copies that must be there before a record counts as taken; unset for 2, or 1 where there is one copy',
  },
  kafkaRetentionHours: {
    env: 'SIGNALBOX_KAFKA_RETENTION_HOURS',
    type: 'integer',
    minimum: 1,
    maximum: 8_760,
    default: 72,
    description: 'Hours that topics that are made keep records, consumed or not: how long the consumers may be away',
  },
})
/** What `kafkaSettings` reads. */
export type KafkaConfig = ConfigOf<typeof kafkaSettings>
