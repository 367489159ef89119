import { type NotificationChannel, toTimestamp } from '@signalbox/contracts'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import { readFilters } from './channel-filters.js'
import { channelTypes } from '../kinds/index.js'
import { readSettings } from './channel-settings.js'

/** A channel as the API returns it: without its secrets. */
export function toChannel(row: NotificationChannelRow): NotificationChannel {
  const { events, environments } = readFilters(row)
  return {
    id: row.id,
    project_id: row.project_id,
    kind: row.kind,
    name: row.name,
    ...mask(row),
    events,
    environments,
    min_level: row.min_level,
    is_active: row.is_active === 1,
    created_at: toTimestamp(row.created_at),
    last_success_at: row.last_success_at === null ? null : toTimestamp(row.last_success_at),
    fault: row.fault,
  }
}

function mask({ kind, ...row }: NotificationChannelRow) {
  const { settings } = channelTypes[kind]
  return Object.fromEntries(
    Object.entries(readSettings(row)).flatMap(([name, value]) => {
      const show = settings[name]
      return show === undefined ? [] : [[name, shown[show](value)]]
    }),
  )
}

const shown = { whole: (text: string) => text, url: maskUrl, secret: maskSecret }

const shownMax = 4
/** Shorter secrets are masked completely: even part of one would reveal too much. */
const maskedMin = 16

/** Keeps the last characters, to make the secret recognizable. */
function maskSecret(secret: string): string {
  return secret.length < maskedMin ? '…' : `…${secret.slice(-shownMax)}`
}

/** The path of a webhook URL is a credential, so only the host is shown in full. */
function maskUrl(text: string): string {
  const { origin, pathname, search } = new URL(text)
  const rest = `${pathname}${search}`
  return rest === '/' ? origin : `${origin}/${maskSecret(rest)}`
}
