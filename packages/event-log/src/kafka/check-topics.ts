import kafkajs, { type Admin } from 'kafkajs'
import { EventLogError } from '../event-log.js'
import type { KafkaLogOptions } from './kafka-log-options.js'
import { messageBytesMin, type TopicConfig } from './topic-config.js'

export interface TopicCheck {
  /** Topic names in the cluster. */
  names: readonly string[]
  config: TopicConfig
  onNotice: KafkaLogOptions['onNotice']
}

/** Settings for which a differing value is reported. */
const comparedEntries = ['retention.ms', 'min.insync.replicas', 'message.timestamp.type']

/**
 * Compares existing topics with the requested configuration. Differences are reported as notices.
 * @throws EventLogError `unavailable` if a topic's record size limit is below the log's: large records would otherwise
 * be refused later, one by one.
 */
export async function checkTopics(admin: Admin, { names, config, onNotice }: TopicCheck): Promise<void> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [...names] })
  for (const { name, partitions } of topics) {
    if (partitions.length < config.partitions) {
      const asked = `${name} has ${partitions.length} partitions, fewer than the configured ${config.partitions}`
      onNotice?.({ level: 'warn', message: `${asked}: it can be shared by at most that many consumers` })
    }
  }
  for (const [name, entries] of await readEntries(admin, { names, onNotice })) {
    assertMessageSize(name, entries)
    for (const entry of comparedEntries) {
      const [found, asked] = [entries.get(entry), config.entries[entry]]
      if (found === undefined || found === asked) continue
      onNotice?.({ level: 'info', message: `${name} has ${entry}=${found} instead of the configured ${asked ?? ''}` })
    }
  }
}

function assertMessageSize(name: string, entries: ReadonlyMap<string, string>): void {
  const bytes = Number(entries.get('max.message.bytes') ?? Number.POSITIVE_INFINITY)
  if (bytes >= messageBytesMin) return
  throw new EventLogError(
    'unavailable',
    `the topic ${name} accepts at most ${bytes} bytes: set its max.message.bytes to ${messageBytesMin} or more`,
  )
}

/** @returns each topic's settings by topic name; empty, with a notice, if the user is not allowed to read them. */
async function readEntries(
  admin: Admin,
  { names, onNotice }: Pick<TopicCheck, 'names' | 'onNotice'>,
): Promise<Map<string, Map<string, string>>> {
  const resources = names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name }))
  try {
    const answer = await admin.describeConfigs({ resources, includeSynonyms: false })
    return new Map(
      answer.resources.map(({ resourceName, configEntries }) => [
        resourceName,
        new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
      ]),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    onNotice?.({ level: 'warn', message: `the topic settings cannot be read: ${reason}` })
    return new Map()
  }
}
