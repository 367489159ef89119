import { isIP } from 'node:net'
import type { EventUser } from '@signalbox/contracts'
import { isJsonObject } from '../read-json.js'
import type { JsonObject, NormalUser } from '../normal-event.js'
import { trimObject } from './json-bag.js'
import { readScalar, readText } from './read-field.js'

const textLengthMax = 256
const bagLimits = { sizeMax: 2_048, depthMax: 5 }
const textFields = ['email', 'username', 'name', 'segment'] as const
const knownFields = new Set(['id', 'email', 'username', 'name', 'segment', 'ip_address', 'geo', 'data'])

/** The placeholder for the address that the event came from. */
const autoAddress = '{{auto}}'

/** Platforms that run at the user's place: the sender's address is the user's. */
const userPlatforms = new Set(['javascript', 'cocoa', 'objc'])

export interface UserSources {
  user: unknown
  platform: string
  /** `sdk.settings.infer_ip` of the payload. */
  inferIp: unknown
  /** Address of the user as a server saw it: `REMOTE_ADDR` of the request. */
  requestIp: unknown
  clientIp: string | undefined
}

/** Reads the user. @returns undefined when nothing is known of them. */
export function readUser(sources: UserSources): NormalUser | undefined {
  const sent = isJsonObject(sources.user) ? sources.user : {}
  const fields: EventUser = {}
  const id = readScalar(sent['id'], textLengthMax)
  if (id !== '') fields.id = id
  for (const name of textFields) {
    const text = readText(sent[name], textLengthMax)
    if (text !== '') fields[name] = text
  }
  const address = resolveAddress(sent['ip_address'], sources)
  if (address !== undefined) fields.ip_address = address
  const data = readOwnFields(sent)
  const geo = isJsonObject(sent['geo']) ? trimObject(sent['geo'], bagLimits) : undefined
  const isKnown = Object.keys(fields).length + Object.keys(data).length > 0 || geo !== undefined
  return isKnown ? { fields, geo, data } : undefined
}

/** What tells users apart: id, else e-mail, else username, else address; empty when unknown. */
export function userKeyOf(user: NormalUser | undefined): string {
  const { id, email, username, ip_address: address } = user?.fields ?? {}
  return id ?? email ?? username ?? address ?? ''
}

function resolveAddress(sent: unknown, { platform, inferIp, requestIp, clientIp }: UserSources): string | undefined {
  const address = readAddress(sent)
  if (address !== undefined) return address
  const client = readAddress(clientIp)
  if (inferIp === 'never') return undefined
  if (sent === autoAddress) return client
  const seen = readAddress(requestIp) ?? (requestIp === autoAddress ? client : undefined)
  if (seen !== undefined) return seen
  return inferIp === 'auto' || (inferIp === undefined && userPlatforms.has(platform)) ? client : undefined
}

function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && isIP(value) !== 0 ? value : undefined
}

/** Other fields than the known ones belong to the application. */
function readOwnFields(sent: JsonObject): JsonObject {
  const own = Object.entries(sent).filter(([name]) => !knownFields.has(name))
  const data = isJsonObject(sent['data']) ? sent['data'] : {}
  return trimObject({ ...data, ...Object.fromEntries(own) }, bagLimits)
}
