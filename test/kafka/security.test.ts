import type { EventLog } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { kafkaSettings, readConfig, readKafkaConnection } from '@signalbox/service-kit'
import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  appendTexts,
  openReader,
  reasonOf,
  takeBatch,
  textsOf,
} from '../../packages/event-log/test/contract-records.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'
import { createKafkaSecurity, type KafkaSecurity } from '../support/kafka/kafka-security.js'

describe('a Kafka cluster that requires authentication', () => {
  let directory: string
  let security: KafkaSecurity
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  const opened: EventLog[] = []

  /** Like a service: from its environment. */
  const open = async (env: Record<string, string>) => {
    const connection = readKafkaConnection(readConfig(kafkaSettings, { SIGNALBOX_KAFKA_PARTITIONS: '1', ...env }))
    if (!connection) throw new Error('no broker is named')
    const log = await openKafkaLog(connection)
    opened.push(log)
    return log
  }
  const withPassword = (mechanism: string): Record<string, string> => ({
    SIGNALBOX_KAFKA_BROKERS: kafka.secureBrokers.join(','),
    SIGNALBOX_KAFKA_TLS: 'true',
    SIGNALBOX_KAFKA_TLS_CA_FILE: security.caFile,
    SIGNALBOX_KAFKA_SASL_MECHANISM: mechanism,
    SIGNALBOX_KAFKA_SASL_USERNAME: security.username,
    SIGNALBOX_KAFKA_SASL_PASSWORD: security.password,
  })
  const expectWorks = async (env: Record<string, string>, prefix: string) => {
    const log = await open({ ...env, SIGNALBOX_KAFKA_TOPIC_PREFIX: prefix })
    await appendTexts(log, 'envelopes', ['over TLS'])
    expect(textsOf(await takeBatch(await openReader(log)))).to.deep.equal(['over TLS'])
  }

  before(async () => {
    directory = cleanup.add(await mkdtemp(join(tmpdir(), 'signalbox-kafka-keys-')), (path) =>
      rm(path, { recursive: true }),
    )
    security = await createKafkaSecurity(directory)
    kafka = cleanup.add(await startKafka(1, { security }), (cluster) => cluster.remove())
  })

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()))
  })

  after(() => cleanup.run())

  for (const mechanism of ['plain', 'scram-sha-512']) {
    it(`appends and reads over TLS as a ${mechanism} user`, () => expectWorks(withPassword(mechanism), `${mechanism}.`))
  }

  it('appends and reads with a client certificate', () =>
    expectWorks(
      {
        SIGNALBOX_KAFKA_BROKERS: kafka.mutualBrokers.join(','),
        SIGNALBOX_KAFKA_TLS: 'true',
        SIGNALBOX_KAFKA_TLS_CA_FILE: security.caFile,
        SIGNALBOX_KAFKA_TLS_CERT_FILE: security.clientCertFile,
        SIGNALBOX_KAFKA_TLS_KEY_FILE: security.clientKeyFile,
      },
      'certificate.',
    ))

  it('rejects a wrong password', async () => {
    const wrong = { ...withPassword('scram-sha-512'), SIGNALBOX_KAFKA_SASL_PASSWORD: 'wrong' }
    expect(await reasonOf(open(wrong))).to.equal('unavailable')
  })

  it('refuses brokers whose certificate no trusted authority signed', async () => {
    // An empty variable counts as unset: the system's authorities are used.
    const stranger = { ...withPassword('plain'), SIGNALBOX_KAFKA_TLS_CA_FILE: '' }
    expect(await reasonOf(open(stranger))).to.equal('unavailable')
  })
})
