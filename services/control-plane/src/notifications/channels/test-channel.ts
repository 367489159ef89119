import { createId, limits, ServiceError, type Static, type testNotificationChannel } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import { createTestMessage } from '../messages/outgoing-message.js'
import type { Sender } from '../kinds/sender.js'
import { readSettings } from './channel-settings.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { NotificationStores } from '../store/notification-stores.js'

export interface ChannelTesterDependencies {
  store: Pick<NotificationStores, 'notificationChannels' | 'projects'>
  sender: Sender
  clock: Clock
}

/**
 * Sends a test message and records the outcome: if the channel works again, its queued messages are sent immediately.
 * @throws ServiceError `overloaded` if too many tests are in flight.
 */
export type ChannelTester = (
  channel: NotificationChannelRow,
) => Promise<Static<typeof testNotificationChannel.response>>

export function createChannelTester({ store, sender, clock }: ChannelTesterDependencies): ChannelTester {
  let underWay = 0
  return async (channel) => {
    if (underWay >= limits.notification.sendsMax) {
      throw new ServiceError('overloaded', { detail: 'Too many tests in progress', retryAfterSeconds: 5 })
    }
    underWay += 1
    const startedAt = clock()
    try {
      const project = store.projects.findById(channel.organization_id, channel.project_id)
      const message = createTestMessage(createId(startedAt), { id: channel.project_id, name: project?.name ?? '' })
      const { isDelivered, detail } = await sender.send(
        { kind: channel.kind, settings: readSettings(channel) },
        message,
        new AbortController().signal,
      )
      recordTest(store, channel.id, { fault: isDelivered ? null : detail, now: clock() })
      return { delivered: isDelivered, detail, duration_ms: Math.max(0, clock() - startedAt) }
    } finally {
      underWay -= 1
    }
  }
}

function recordTest(
  { notificationChannels }: Pick<NotificationStores, 'notificationChannels'>,
  id: string,
  { fault, now }: { fault: string | null; now: number },
): void {
  const channel = notificationChannels.read(id)
  if (channel === undefined) return
  const works = { failures: 0, next_at: channel.failures > 0 ? 0 : channel.next_at, last_success_at: now }
  notificationChannels.noteHealth({ ...channel, ...(fault === null && works), fault })
}
