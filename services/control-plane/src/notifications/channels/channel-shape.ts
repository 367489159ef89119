import { type NotificationChannel, toTimestamp } from '@signalbox/contracts'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import { readFilters } from './channel-filters.js'
import { channelTypes } from '../kinds/index.js'
import { readSettings } from './channel-settings.js'

/** A channel as it is answered: without its secrets. */
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
/** Of a shorter secret, a part would be too much of it. */
const maskedMin = 16

/** The last characters, to recognise it by. */
function maskSecret(secret: string): string {
  return secret.length < maskedMin ? '…' : `…${secret.slice(-shownMax)}`
}

/** Whoever knows the path of a webhook may write to it: only its host is shown whole. */
function maskUrl(text: string): string {
  const { origin, pathname, search } = new URL(text)
  const rest = `${pathname}${search}`
  return rest === '/' ? origin : `${origin}/${maskSecret(rest)}`
}
