import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, kafkaSettings, readConfig, readKafkaConnection } from '../../src/index.js'

const read = (env: Record<string, string>) => readKafkaConnection(readConfig(kafkaSettings, env))

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('readKafkaConnection', () => {
  const brokers = { SIGNALBOX_KAFKA_BROKERS: 'kafka-1:9092, kafka-2:9092' }

  it('returns undefined without brokers: the log is embedded', () => {
    expect(read({ SIGNALBOX_KAFKA_TLS: 'true' })).to.equal(undefined)
  })

  it('requires only brokers', () => {
    expect(read(brokers)).to.deep.equal({
      brokers: ['kafka-1:9092', 'kafka-2:9092'],
      clientId: 'signalbox',
      prefix: 'signalbox.',
      topics: { partitions: 6, retentionMs: 72 * 3_600_000 },
    })
  })

  it('passes on every topic and user setting', () => {
    const connection = read({
      ...brokers,
      SIGNALBOX_KAFKA_TLS: 'true',
      SIGNALBOX_KAFKA_SASL_MECHANISM: 'scram-sha-512',
      SIGNALBOX_KAFKA_SASL_USERNAME: 'signalbox',
      SIGNALBOX_KAFKA_SASL_PASSWORD: 'a long password',
      SIGNALBOX_KAFKA_CLIENT_ID: 'ingest',
      SIGNALBOX_KAFKA_TOPIC_PREFIX: 'staging.',
      SIGNALBOX_KAFKA_PARTITIONS: '12',
      SIGNALBOX_KAFKA_REPLICATION_FACTOR: '3',
      SIGNALBOX_KAFKA_MIN_INSYNC_REPLICAS: '2',
      SIGNALBOX_KAFKA_RETENTION_HOURS: '24',
    })
    expect(connection).to.deep.include({
      clientId: 'ingest',
      prefix: 'staging.',
      tls: true,
      sasl: { mechanism: 'scram-sha-512', username: 'signalbox', password: 'a long password' },
      topics: { partitions: 12, retentionMs: 86_400_000, replicationFactor: 3, minInsyncReplicas: 2 },
    })
  })

  it('reads certificate and key files', () => {
    const directory = mkdtempSync(join(tmpdir(), 'kafka-files-'))
    try {
      const fileOf = (name: string) => join(directory, name)
      for (const name of ['ca', 'cert', 'key']) writeFileSync(fileOf(name), `the ${name}`)
      const connection = read({
        ...brokers,
        SIGNALBOX_KAFKA_TLS: 'true',
        SIGNALBOX_KAFKA_TLS_CA_FILE: fileOf('ca'),
        SIGNALBOX_KAFKA_TLS_CERT_FILE: fileOf('cert'),
        SIGNALBOX_KAFKA_TLS_KEY_FILE: fileOf('key'),
      })
      expect(connection?.tls).to.deep.equal({ ca: 'the ca', cert: 'the cert', key: 'the key' })
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it('lists all inconsistent settings at once, and never shows the password', () => {
    const faults = faultsOf({
      SIGNALBOX_KAFKA_BROKERS: 'kafka-1,kafka://kafka-2:9092',
      SIGNALBOX_KAFKA_TLS_CA_FILE: '/nowhere/ca.pem',
      SIGNALBOX_KAFKA_TLS_CERT_FILE: '/nowhere/cert.pem',
      SIGNALBOX_KAFKA_SASL_MECHANISM: 'plain',
      SIGNALBOX_KAFKA_SASL_PASSWORD: 'do not show this',
      SIGNALBOX_KAFKA_REPLICATION_FACTOR: '1',
      SIGNALBOX_KAFKA_MIN_INSYNC_REPLICAS: '2',
    })
    expect(faults.map((fault) => fault.split(' ')[0])).to.deep.equal([
      'SIGNALBOX_KAFKA_BROKERS',
      'SIGNALBOX_KAFKA_BROKERS',
      'SIGNALBOX_KAFKA_MIN_INSYNC_REPLICAS',
      'SIGNALBOX_KAFKA_TLS',
      'SIGNALBOX_KAFKA_TLS_CERT_FILE',
      'SIGNALBOX_KAFKA_SASL_MECHANISM,',
      'SIGNALBOX_KAFKA_SASL_MECHANISM',
      'SIGNALBOX_KAFKA_TLS_CA_FILE',
      'SIGNALBOX_KAFKA_TLS_CERT_FILE',
    ])
    expect(faults.join('\n')).not.to.include('do not show this')
  })

  it('accepts IPv6 brokers', () => {
    expect(faultsOf({ SIGNALBOX_KAFKA_BROKERS: '[::1]:9092' })).to.deep.equal([])
  })
})
