import { isIP } from 'node:net'
import type { EventUser } from '@signalbox/contracts'
import type { JsonObject, NormalSdk, NormalUser } from '../normal-event.js'
import type { Fields } from './fields.js'
import { trimObject } from './json-bag.js'

const textLengthMax = 256
const bagLimits = { sizeMax: 2_048, depthMax: 5 }
const textFields = ['email', 'username', 'name', 'segment'] as const
const knownFields = new Set(['id', 'email', 'username', 'name', 'segment', 'ip_address', 'geo', 'data'])

/** Placeholder for the sender's address. */
const autoAddress = '{{auto}}'

/** Platforms that run on the user's device: the sender's address is the user's. */
const userPlatforms = new Set(['javascript', 'cocoa', 'objc'])

export interface UserSources {
  user: Fields | undefined
  platform: string
  /** What the SDK requests. */
  inferIp: NormalSdk['inferIp']
  /** The user's address as seen by a server: `REMOTE_ADDR` of the request. */
  requestIp: unknown
  clientIp: string | undefined
}

/**
 * Reads the user.
 * @returns undefined if nothing is known about them.
 */
export function readUser(sources: UserSources): NormalUser | undefined {
  const { user } = sources
  const fields: EventUser = {}
  const id = user?.scalar('id', textLengthMax) ?? ''
  if (id !== '') fields.id = id
  for (const name of textFields) {
    const text = user?.text(name, textLengthMax) ?? ''
    if (text !== '') fields[name] = text
  }
  const address = resolveAddress(sources)
  if (address !== undefined) fields.ip_address = address
  const data = user === undefined ? {} : readOwnFields(user)
  const geo = user?.get('geo') === undefined ? undefined : user.object('geo', bagLimits)
  const isKnown = Object.keys(fields).length + Object.keys(data).length > 0 || geo !== undefined
  return isKnown ? { fields, geo, data } : undefined
}

/** Identifies a user by id, otherwise e-mail, username or address; empty if unknown. */
export function userKeyOf(user: NormalUser | undefined): string {
  const { id, email, username, ip_address: address } = user?.fields ?? {}
  return id ?? email ?? username ?? address ?? ''
}

function resolveAddress({ user, platform, inferIp, requestIp, clientIp }: UserSources): string | undefined {
  const sent = user?.get('ip_address')
  const address = readAddress(sent)
  if (address !== undefined) return address
  if (sent !== undefined && sent !== '' && sent !== autoAddress) user?.at('ip_address').note('invalid')
  const client = readAddress(clientIp)
  if (inferIp === 'never') return undefined
  if (sent === autoAddress) return client
  const seen = readAddress(requestIp) ?? (requestIp === autoAddress ? client : undefined)
  if (seen !== undefined) return seen
  return inferIp === 'auto' || userPlatforms.has(platform) ? client : undefined
}

function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && isIP(value) !== 0 ? value : undefined
}

/** Fields other than the known ones are custom fields of the application. */
function readOwnFields(user: Fields): JsonObject {
  const own = user.names().filter((name) => !knownFields.has(name))
  const data = user.object('data', bagLimits)
  const all = { ...data, ...Object.fromEntries(own.map((name) => [name, user.get(name)])) }
  return own.length === 0 ? data : trimObject(all, bagLimits, user.at('data'))
}
