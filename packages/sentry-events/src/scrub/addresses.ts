import type { NormalEvent, NormalRequest, NormalUser } from '../normal-event.js'
import type { Changes, Place } from '../normalize/changes.js'

const rule = 'store_ip_addresses'

/** Headers in which proxies report the client, in normalized form. */
const addressHeaders = new Set([
  'X-Forwarded-For',
  'X-Real-Ip',
  'Forwarded',
  'X-Client-Ip',
  'X-Cluster-Client-Ip',
  'True-Client-Ip',
  'Cf-Connecting-Ip',
  'Cf-Connecting-Ipv6',
  'Fastly-Client-Ip',
  'Fly-Client-Ip',
  'X-Envoy-External-Address',
  'X-Appengine-User-Ip',
])

const addressVariables = new Set([
  'REMOTE_ADDR',
  ...Array.from(addressHeaders, (name) => `HTTP_${name.toUpperCase().replaceAll('-', '_')}`),
  'HTTP_CLIENT_IP',
])

const addressAttributes = new Set([
  'client.address',
  'client.ip',
  'client.socket.address',
  'enduser.ip',
  'http.client_ip',
  'http.client.ip',
  'user.ip',
  'user.ip_address',
])

/** `http.request.header.x_forwarded_for` and the like. */
const headerPrefix = 'http.request.header.'

/** Removes user addresses from an event; each removal is recorded. */
export function removeAddresses(event: NormalEvent, changes: Changes): NormalEvent {
  const user = event.user && withoutUserAddress(event.user, changes)
  const request = event.request && withoutRequestAddresses(event.request, changes)
  return user === event.user && request === event.request ? event : { ...event, user, request }
}

/** Removes client addresses from attributes; returns the same object if there are none. */
export function removeAddressAttributes<T extends Readonly<Record<string, string>>>(attributes: T): T {
  return omit(attributes, isAddressAttribute)
}

function isAddressAttribute(rawName: string): boolean {
  const name = rawName.toLowerCase()
  if (addressAttributes.has(name)) return true
  return name.startsWith(headerPrefix) && addressHeaders.has(headerNameOf(name.slice(headerPrefix.length)))
}

function headerNameOf(name: string): string {
  return name.replaceAll('_', '-').replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())
}

function withoutUserAddress(user: NormalUser, changes: Changes): NormalUser | undefined {
  if (user.fields.ip_address === undefined) return user
  const fields = omit(user.fields, (name) => name === 'ip_address', changes.at('user'))
  const isEmpty = Object.keys(fields).length + Object.keys(user.data).length === 0 && user.geo === undefined
  return isEmpty ? undefined : { ...user, fields }
}

function withoutRequestAddresses(request: NormalRequest, changes: Changes): NormalRequest {
  const place = changes.at('request')
  const headers = omit(request.headers, (name) => addressHeaders.has(name), place.at('headers'))
  const env = omit(request.env, (name) => addressVariables.has(name.toUpperCase()), place.at('env'))
  return headers === request.headers && env === request.env ? request : { ...request, headers, env }
}

/** Copies an object without some fields, recording each; returns the same object if there are none. */
function omit<T extends object>(fields: T, isOmitted: (name: string) => boolean, place?: Place): T {
  const omitted = Object.keys(fields).filter(isOmitted)
  if (omitted.length === 0) return fields
  for (const name of omitted) place?.at(name).note('filtered', rule)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isOmitted(name))) as T
}
