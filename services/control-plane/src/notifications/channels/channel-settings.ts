import { ServiceError, type ChannelKind } from '@signalbox/contracts'
import { findUrlFault } from '@signalbox/service-kit'
import { readStoredObject } from '../../database/stored-json.js'
import { bodyFault, type ChannelRules, type ChannelSettings } from '../kinds/channel-type.js'
import { channelTypes } from '../kinds/index.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'

export function readSettings({ settings }: Pick<NotificationChannelRow, 'settings'>): ChannelSettings {
  const kept = Object.entries(readStoredObject(settings))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

/** Picks the settings of a channel kind from a request; all are strings. */
export function pickSettings(kind: ChannelKind, request: object): ChannelSettings {
  const { settings } = channelTypes[kind]
  return Object.fromEntries(
    Object.entries(request).flatMap(([name, value]: [string, unknown]) =>
      name in settings && typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

/** @throws ServiceError `invalid-body` that names every field that is missing or points to a forbidden address. */
export function checkSettings(kind: ChannelKind, settings: ChannelSettings, rules: ChannelRules): void {
  const type = channelTypes[kind]
  const faultyUrls = Object.entries(settings).flatMap(([name, value]) => {
    const detail = type.settings[name] === 'url' ? findUrlFault(value, rules.policy) : undefined
    return detail === undefined ? [] : [bodyFault(`/${name}`, detail)]
  })
  const found = [...(type.findFaults?.(settings, rules) ?? []), ...faultyUrls]
  const faults = found.filter(({ name }, index) => found.findIndex((fault) => fault.name === name) === index)
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}
