import { ServiceError, type ChannelChange } from '@signalbox/contracts'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import { readSettings, settingNames, type ChannelSettings } from './channel-settings.js'
import { checkSettings, type ChannelRules } from './check-settings.js'
import { pickSettings } from './create-channel.js'

/**
 * A channel as it is after a change. What waits for it is tried again at once: perhaps the change has mended it.
 * @throws ServiceError `invalid-body` for settings of another kind, or those that cannot work.
 */
export function changeChannel(
  row: NotificationChannelRow,
  change: ChannelChange,
  rules: ChannelRules,
): NotificationChannelRow {
  refuseForeignSettings(row, change)
  const given = pickSettings(row.kind, change)
  const isElsewhere = Object.keys(given).length > 0
  const settings = isElsewhere ? replaceSettings(readSettings(row), given) : readSettings(row)
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

/** What Slack is reached by is either a webhook or a bot: naming one takes the other away. */
function replaceSettings(kept: ChannelSettings, given: ChannelSettings): ChannelSettings {
  if (given['webhook_url'] !== undefined) return given
  const isBot = given['channel'] !== undefined || given['bot_token'] !== undefined
  return { ...Object.fromEntries(Object.entries(kept).filter(([name]) => !isBot || name !== 'webhook_url')), ...given }
}

function refuseForeignSettings({ kind }: NotificationChannelRow, change: ChannelChange): void {
  const own: readonly string[] = settingNames[kind]
  const all: readonly string[] = Object.values(settingNames).flat()
  const faults = Object.keys(change).flatMap((name) =>
    all.includes(name) && !own.includes(name)
      ? [{ in: 'body' as const, name: `/${name}`, detail: `is no setting of a channel of kind ${kind}` }]
      : [],
  )
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}
