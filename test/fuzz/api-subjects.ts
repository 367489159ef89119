import { readingTools, roles, roleScopes, servedRoutes, type Role, type RouteContract } from '@signalbox/contracts'
import { addOrganizationKey } from '../support/add-organization.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { sendRaw } from '../support/raw-request.js'
import type { Random } from '../support/random.js'
import { formOf, formType } from './ingest-subjects.js'
import { mutateBytes, mutateField, mutateText, pickJunk, type Json } from './mutations.js'
import { sampleOf } from './sample-of.js'
import type { FuzzSubject } from './subject.js'

/**
 * Valid requests to contract routes and tools with one corrupted place. No response may be an internal error, and no
 * caller may exceed their scopes.
 */

let signalbox: InProcessSignalbox | undefined
const open = async () => (signalbox ??= await startWithKeys())

/** Besides the key with all scopes, one key per role. */
async function startWithKeys(): Promise<InProcessSignalbox> {
  const started = await startInProcess()
  const { controlPlaneDirectory: directory, organizationId } = started
  for (const role of roles) {
    addOrganizationKey(directory, { organizationId, secret: keyOfRole(role), scopes: roleScopes[role] })
  }
  return started
}

type Caller = Role | 'operator'
const callers: readonly [Caller, ...Caller[]] = ['operator', ...roles]
const keyOfRole = (role: Role) => `test-key-with-the-scopes-of-${role}`
const close = async () => {
  await signalbox?.close()
  signalbox = undefined
}

/** Copies the complete database, and has no input to corrupt. */
const left: ReadonlySet<string> = new Set(['createBackup'])
const routes = servedRoutes.filter(({ id }) => !left.has(id))
const publicRoutes = routes.filter(({ scope }) => scope === 'public')
/** A caller's statement may use its full time limit; streams may use up their watcher limit. */
const mayBeUnavailable: ReadonlySet<string> = new Set(['querySql', 'tailLogs', 'watchAgentSession'])

function textOf(value: Json): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 2_000)
}

function addressOf(route: RouteContract, random: Random): string {
  const isDamaged = random.next() < 0.3
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const sample = textOf(sampleOf(route.params?.properties[name] ?? {}, random))
    const damaged = random.next() < 0.5 ? mutateText(sample, random) : textOf(pickJunk(random))
    return encodeURIComponent(textOf(isDamaged ? damaged : sample) || '-')
  })
  const query = new URLSearchParams()
  const required = new Set<string>(route.query?.required ?? [])
  for (const [name, schema] of Object.entries(route.query?.properties ?? {})) {
    if (name === 'follow_seconds' || !(required.has(name) || random.next() < 0.3)) continue
    const sample = sampleOf(schema, random)
    for (const value of Array.isArray(sample) ? sample : [sample]) {
      const text = textOf(value)
      query.append(name, textOf(random.next() < 0.15 ? mutateText(text, random) : text))
    }
  }
  if (route.id === 'tailLogs') query.set('follow_seconds', '1')
  if (random.next() < 0.05) query.append(textOf(pickJunk(random)), 'x')
  return `${path}?${query.toString()}`
}

function bodyOf(route: RouteContract, random: Random): string | Buffer {
  if (route.takesForm) return random.next() < 0.8 ? mutateBytes(formOf(random), random) : formOf(random)
  if (!route.body) return ''
  const sample = sampleOf(route.body, random)
  const isObject = typeof sample === 'object' && sample !== null && !Array.isArray(sample)
  const isMutable = isObject && Object.keys(sample).length > 0
  const json = JSON.stringify(isMutable && random.next() < 0.5 ? mutateField(sample, random).json : sample)
  return random.next() < 0.1 ? mutateText(json, random) : json
}

async function requestSome(among: readonly RouteContract[], random: Random): Promise<void> {
  const { url, apiKey } = await open()
  const role = random.pick(callers)
  const route = among[random.integer(0, among.length - 1)]!
  // Ends when the session does.
  if (route.id === 'watchAgentSession') return
  const body = bodyOf(route, random)
  const headers = {
    ...(body.length > 0 && { 'content-type': route.takesForm ? formType : 'application/json' }),
    ...(random.next() < 0.2 && { cookie: mutateText('signalbox_session=abc', random).replaceAll(/[^\x20-\x7e]/g, '') }),
    ...(route.scope !== 'public' && { authorization: `Bearer ${role === 'operator' ? apiKey : keyOfRole(role)}` }),
  }
  const path = addressOf(route, random)
  const answer = await sendRaw(url, path, { method: route.method.toUpperCase(), headers, body, withinMs: 60_000 })
  const isUnavailable = answer.status === 503 && mayBeUnavailable.has(route.id)
  if (answer.status >= 500 && !isUnavailable) {
    throw new Error(
      `${route.id} ${path} got status ${answer.status}: ${answer.body}\n${body.toString().slice(0, 2_000)}`,
    )
  }
  // Invalid HTTP is rejected before authentication: a NUL in the path, overlong headers.
  const isUnread = path.includes('%00') || answer.status === 431
  if (!isAllowed(role, route) && answer.status !== 403 && !isUnread) {
    throw new Error(`${route.id} ${path} got status ${answer.status} with the key of a ${role}`)
  }
}

/** Routes for people reject API keys. */
function isAllowed(role: Caller, { scope }: RouteContract): boolean {
  if (scope === 'public') return true
  if (scope === 'signed-in') return false
  return role === 'operator' || roleScopes[role].includes(scope)
}

export const publicRequests: FuzzSubject = {
  name: 'requests to routes that need no key',
  rounds: 300,
  round: (_corpus, random) => requestSome(publicRoutes, random),
  close,
}

export const apiRequests: FuzzSubject = {
  name: 'requests to every route of the API',
  rounds: 600,
  round: (_corpus, random) => requestSome(routes, random),
  close,
}

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

function messageOf(random: Random): { [key: string]: Json } {
  const base = { jsonrpc: '2.0', id: random.integer(0, 9) }
  const choice = random.next()
  if (choice < 0.1) return { ...base, method: 'initialize', params: initialize }
  if (choice < 0.2) return { ...base, method: random.pick(['tools/list', 'ping', 'resources/list', '']), params: {} }
  const [first = '', ...others] = Object.keys(readingTools)
  const name = random.pick([first, ...others])
  const tool = Object.entries(readingTools).find(([each]) => each === name)?.[1]
  return { ...base, method: 'tools/call', params: { name, arguments: sampleOf(tool?.input ?? {}, random) } }
}

export const toolMessages: FuzzSubject = {
  name: 'messages of the Model Context Protocol',
  rounds: 300,
  round: async (_corpus, random) => {
    const { url, apiKey } = await open()
    const message = random.next() < 0.6 ? mutateField(messageOf(random), random).json : messageOf(random)
    const text = JSON.stringify(random.next() < 0.1 ? [message, message] : message)
    const body = random.next() < 0.1 ? mutateText(text, random) : text
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const answer = await sendRaw(url, '/mcp', { method: 'POST', headers, body, withinMs: 60_000 })
    if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${answer.body}\n${body.slice(0, 2_000)}`)
    // The protocol's own library also reports invalid parameters with this code, listing the faults.
    if (/"code":-32603,"message":"(?!\[)/.test(answer.body))
      throw new Error(`an internal error: ${answer.body}\n${body.slice(0, 2_000)}`)
  },
  close,
}
