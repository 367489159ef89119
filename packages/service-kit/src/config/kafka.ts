import { defineConfig, type ConfigOf } from './define-config.js'

/** Mechanisms for authenticating to a broker. */
export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** The cluster for the event log. Without brokers the log is embedded and the other settings have no effect. */
export const kafkaSettings = defineConfig({
  kafkaBrokers: {
    env: 'SIGNALBOX_KAFKA_BROKERS',
    type: 'list',
    default: [],
    description: 'Kafka bootstrap brokers as host:port. Default: the event log is stored in files',
  },
  kafkaTls: {
    env: 'SIGNALBOX_KAFKA_TLS',
    type: 'boolean',
    default: false,
    description: 'Whether to connect to the brokers over TLS',
  },
  kafkaTlsCaFile: {
    env: 'SIGNALBOX_KAFKA_TLS_CA_FILE',
    type: 'text',
    description:
      "PEM file of the certificate authority that issued the broker certificates. Default: the system's " +
      'authorities',
  },
  kafkaTlsCertFile: {
    env: 'SIGNALBOX_KAFKA_TLS_CERT_FILE',
    type: 'text',
    description: 'PEM file of the client certificate',
  },
  kafkaTlsKeyFile: {
    env: 'SIGNALBOX_KAFKA_TLS_KEY_FILE',
    type: 'text',
    description: "PEM file of the client certificate's private key",
  },
  kafkaSaslMechanism: {
    env: 'SIGNALBOX_KAFKA_SASL_MECHANISM',
    type: 'choice',
    choices: saslMechanisms,
    description: 'SASL mechanism. Default: no authentication. plain requires TLS',
  },
  kafkaSaslUsername: {
    env: 'SIGNALBOX_KAFKA_SASL_USERNAME',
    type: 'text',
    description: 'SASL user name',
  },
  kafkaSaslPassword: {
    env: 'SIGNALBOX_KAFKA_SASL_PASSWORD',
    type: 'text',
    secret: true,
    description: 'SASL password',
  },
  kafkaClientId: {
    env: 'SIGNALBOX_KAFKA_CLIENT_ID',
    type: 'text',
    lengthMax: 200,
    default: 'signalbox',
    description: 'Client id in broker logs and quotas',
  },
  kafkaTopicPrefix: {
    env: 'SIGNALBOX_KAFKA_TOPIC_PREFIX',
    type: 'text',
    lengthMax: 100,
    pattern: /[a-zA-Z0-9._-]+/,
    expected: 'letters, digits, dots, dashes and underscores',
    default: 'signalbox.',
    description: 'Prefix of topic and consumer group names',
  },
  kafkaPartitions: {
    env: 'SIGNALBOX_KAFKA_PARTITIONS',
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 6,
    description: 'Partitions of created topics: the maximum number of consumers that can share the work',
  },
  kafkaReplicationFactor: {
    env: 'SIGNALBOX_KAFKA_REPLICATION_FACTOR',
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Replication factor of created topics. Default: 3, or the number of brokers if lower',
  },
  kafkaMinInsyncReplicas: {
    env: 'SIGNALBOX_KAFKA_MIN_INSYNC_REPLICAS',
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'In-sync replicas required to acknowledge a record. Default: 2, or 1 without replication',
  },
  kafkaRetentionHours: {
    env: 'SIGNALBOX_KAFKA_RETENTION_HOURS',
    type: 'integer',
    minimum: 1,
    maximum: 8_760,
    default: 72,
    description:
      'Retention of created topics in hours, whether or not records are consumed: the longest consumer outage ' +
      'without loss',
  },
})
/** Values of `kafkaSettings`. */
export type KafkaConfig = ConfigOf<typeof kafkaSettings>
