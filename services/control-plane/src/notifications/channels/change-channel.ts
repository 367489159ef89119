import { ServiceError, type ChannelChange } from '@signalbox/contracts'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { ChannelRules, ChannelSettings } from '../kinds/channel-type.js'
import { channelTypes } from '../kinds/index.js'
import { checkSettings, pickSettings, readSettings } from './channel-settings.js'

/**
 * Returns a channel after a change. Queued messages are retried immediately, because the change may have fixed the
 * channel.
 * @throws ServiceError `invalid-body` for settings of another kind or settings that cannot work.
 */
export function changeChannel(
  row: NotificationChannelRow,
  change: ChannelChange,
  rules: ChannelRules,
): NotificationChannelRow {
  refuseForeignSettings(row, change)
  const given = pickSettings(row.kind, change)
  const { replace = mergeSettings } = channelTypes[row.kind]
  const kept = readSettings(row)
  const isElsewhere = Object.keys(given).length > 0
  const settings = isElsewhere ? replace(kept, given) : kept
  if (isElsewhere) checkSettings(row.kind, settings, rules)
  const { name, events, environments, min_level: minLevel, is_active: isActive } = change
  return {
    ...row,
    settings: JSON.stringify(settings),
    ...(name !== undefined && { name }),
    ...(events !== undefined && { events: JSON.stringify(events) }),
    ...(environments !== undefined && { environments: JSON.stringify(environments) }),
    ...(minLevel !== undefined && { min_level: minLevel }),
    ...(isActive !== undefined && { is_active: isActive ? 1 : 0 }),
    ...(isElsewhere && { fault: null }),
    failures: 0,
    next_at: 0,
  }
}

function mergeSettings(kept: ChannelSettings, given: ChannelSettings): ChannelSettings {
  return { ...kept, ...given }
}

function refuseForeignSettings({ kind }: NotificationChannelRow, change: ChannelChange): void {
  const own = Object.keys(channelTypes[kind].settings)
  const all = Object.values(channelTypes).flatMap(({ settings }) => Object.keys(settings))
  const faults = Object.keys(change).flatMap((name) =>
    all.includes(name) && !own.includes(name)
      ? [{ in: 'body' as const, name: `/${name}`, detail: `is not a setting of ${kind} channels` }]
      : [],
  )
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}
