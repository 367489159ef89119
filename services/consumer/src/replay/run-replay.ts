import { parseTimestamp, telemetryTopics } from '@signalbox/contracts'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import {
  createInternalClient,
  createRemoteControlPlane,
  readKafkaLogConfig,
  retentionOf,
  storeServerOf,
  type Log,
} from '@signalbox/service-kit'
import { createStoreClient, createStoredRanges, createTelemetryWriter } from '@signalbox/telemetry-store'
import type { ConsumerServiceConfig } from '../config.js'
import { createWorkerProcessor } from '../processor/worker-processor.js'
import { describePlan, describeReports } from './describe-replay.js'
import type { ReplayRequest } from './plan-replay.js'
import { replayTopic } from './replay-topic.js'

export interface ReplayTask {
  request: ReplayRequest
  config: ConsumerServiceConfig
  /** Distinguishes this replay from others. */
  id: string
  isDryRun: boolean
  log: Log
  print: (line: string) => void
}

/** Runs the replay with the consumer's settings, whose work it repeats. */
export async function runReplay(task: ReplayTask): Promise<void> {
  const { request, config, id, isDryRun, log, print } = task
  const { controlPlaneUrl: baseUrl, internalToken: token } = config
  const controlPlane = createRemoteControlPlane(createInternalClient({ baseUrl, token }))
  const eventLog = await openKafkaLog(readKafkaLogConfig(config, { log, onFatal: fail }))
  const client = await createStoreClient(storeServerOf(config, 'writer'))
  const processor = createWorkerProcessor({ retentionDays: retentionOf(config) })
  try {
    const reports = await replayTopic(request, {
      eventLog,
      stored: createStoredRanges(client),
      writer: createTelemetryWriter(client),
      processor,
      projectSettings: controlPlane.settings,
      sightings: controlPlane.sightings,
      id,
      limits: { rowsMax: config.batchRowsMax, bytesMax: config.batchBytesMax },
      isDryRun,
      onPartition: (plan) => {
        for (const line of describePlan(plan)) print(line)
      },
    })
    print(describeReports(reports, isDryRun))
  } finally {
    await Promise.allSettled([processor.close(), client.close(), eventLog.close()])
  }
}

function fail(error: Error): never {
  throw error
}

/**
 * Parses the command's arguments: topic, then start and end time in ISO 8601.
 * @throws Error that names the invalid argument.
 */
export function readRequest([topic, from = '', to = '']: readonly string[]): ReplayRequest {
  const known = telemetryTopics.find((each) => each === topic)
  if (!known) throw new Error(`the topic must be one of ${telemetryTopics.join(', ')}`)
  const [start, end] = [parseTimestamp(from), parseTimestamp(to)]
  if (start === undefined || end === undefined) throw new Error('times must look like 2026-05-17T12:00:00Z')
  if (start >= end) throw new Error('the range must end after it starts')
  return { topic: known, from: start, to: end }
}
