import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import { rawBlock, runBlock, zstdFrame } from '../../../packages/envelope/test/zstd-data.js'
import { envelopeUrl, eventEnvelope, type DsnTarget } from '../post-envelope.js'
import { wedgeStatement } from '../wedge-statement.js'

/**
 * Target of an attack and the credentials for it: a tenant with its own key and project, or anyone who can reach the
 * address.
 */
export interface AttackTarget {
  url: string
  apiKey: string
  project: DsnTarget & { id: string }
}

/** One round of an attack, repeated until the attacker is stopped. Responses do not matter. */
type Round = (target: AttackTarget) => Promise<void>

const heldBodies = 13
const heavyQueries = 20
const bombs = 200
const floodEvents = 500
const rules = 200

const agent = new Agent({ keepAlive: true })
const patienceMs = 30_000

/** Resolves with any response, or when there will be none. */
function post(url: string, body: string | Buffer, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const sized = { ...headers, 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers: sized, timeout: patienceMs }, (res) => {
      res.resume()
    })
    sent
      .on('error', () => undefined)
      .on('timeout', () => sent.destroy())
      .on('close', resolve)
      .end(body)
  })
}

function select({ url, apiKey }: AttackTarget, sql: string): Promise<void> {
  const range = { start: new Date(Date.now() - 3_600_000).toISOString(), end: new Date().toISOString() }
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  return post(`${url}/api/v1/telemetry/query/sql/`, JSON.stringify({ sql, ...range }), headers)
}

const grown = (times: number) =>
  `${'replaceAll('.repeat(times)}'aaaaaaaaaa'${",'a','aaaaaaaaaaaaaaaaaaaa')".repeat(times)}`
const numbers = (name: string, times: number) =>
  `(SELECT arrayJoin(arrayEnumerate(splitByChar('a', ${grown(times)}))) AS ${name}) AS of_${name}`
/** Permitted, and takes seconds of work. */
export const heavyStatement = `SELECT sum(sipHash64(concat(toString(n), toString(m)))) AS s FROM ${numbers('n', 3)} CROSS JOIN ${numbers('m', 1)}`

/**
 * Announces a body of the maximum size, sends part of it, and then next to nothing for as long as the server allows.
 */
function holdBody({ url }: AttackTarget): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const length = limits.body.envelopeWireBytesMax
  socket.write(`POST /api/42/envelope/ HTTP/1.1\r\nHost: signalbox\r\nContent-Length: ${length}\r\n\r\n`)
  socket.write(`{"dsn":"https://${'f'.repeat(32)}@signalbox.example/42"`)
  const drip = setInterval(() => socket.write(' '), 500)
  return new Promise((resolve) => {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(drip)
        resolve()
      })
    socket.resume()
  })
}

const bombBytes = 10_240
const repeat = (piece: Buffer) => Array.from({ length: Math.floor(bombBytes / piece.length) }, () => piece)
const end = rawBlock(Buffer.alloc(0), true)
const bombBodies = [
  Buffer.concat(repeat(zstdFrame([rawBlock(Buffer.from('x'), true)], { windowDescriptor: 13 << 3 }))),
  zstdFrame([...repeat(runBlock(1, 128 * 1024, false)), end], { windowDescriptor: 7 << 3 }),
  zstdFrame([...repeat(rawBlock(Buffer.from('x'), false)), end], { windowDescriptor: 13 << 3 }),
  // The maximum that is accepted.
  zstdFrame([...Array.from({ length: 20 }, () => rawBlock(Buffer.alloc(1_024), false)), end]),
]

let hasRules = false
async function setRules({ url, apiKey, project }: AttackTarget): Promise<void> {
  if (hasRules) return
  const patterns = Array.from({ length: rules }, (_, index) => `path:${'**/a/*'.repeat(10)}${index}? -> x`)
  const res = await fetch(`${url}/api/v1/telemetry/projects/${project.id}/settings/`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ grouping: { fingerprint_rules: patterns.join('\n') } }),
  })
  if (!res.ok) throw new Error(`the rules got status ${res.status}: ${await res.text()}`)
  hasRules = true
}

/**
 * Made once and sent again with other ids: an attack that shares the processors with the service must cost next to nothing
 * itself.
 */
let largeEvents: Buffer[] | undefined
const noId = '0'.repeat(32)

function createLargeEvent(): Buffer {
  const frames = Array.from({ length: 100 }, () => ({ function: 'f', filename: '/a'.repeat(100), in_app: true }))
  const exception = { values: [{ type: 'Error', value: 'x'.repeat(2_000), stacktrace: { frames } }] }
  return Buffer.from(eventEnvelope({ event_id: noId, exception, timestamp: Date.now() / 1_000 }))
}

// The envelope's header has the id, too.
function giveNewId(envelope: Buffer): void {
  const id = randomBytes(noId.length / 2).toString('hex')
  const field = '"event_id":"'
  for (let at = envelope.indexOf(field); at >= 0; at = envelope.indexOf(field, at + 1))
    envelope.write(id, at + field.length)
}

/** Sends the events of the rule flood at once. */
export async function sendLargeEvents({ url, project }: Pick<AttackTarget, 'url' | 'project'>): Promise<void> {
  largeEvents ??= Array.from({ length: floodEvents }, createLargeEvent)
  await Promise.all(
    largeEvents.map((envelope) => {
      giveNewId(envelope)
      return post(envelopeUrl(url, project), envelope, {})
    }),
  )
}

/** Attacks by name. */
export const attacks = {
  'engine wedge': (target) => select(target, wedgeStatement),
  '20 heavy queries': async (target) => {
    await Promise.all(Array.from({ length: heavyQueries }, () => select(target, heavyStatement)))
  },
  '13 held bodies': async (target) => {
    await Promise.all(Array.from({ length: heldBodies }, () => holdBody(target)))
  },
  '200 zstd bombs': async (target) => {
    const headers = { 'content-encoding': 'zstd' }
    const url = envelopeUrl(target.url, target.project)
    await Promise.all(
      Array.from({ length: bombs }, (_, index) => post(url, bombBodies[index % bombBodies.length]!, headers)),
    )
  },
  'rule flood': async (target) => {
    await setRules(target)
    await sendLargeEvents(target)
  },
} as const satisfies Record<string, Round>
export type AttackName = keyof typeof attacks
export const attackNames = Object.keys(attacks) as AttackName[]

/**
 * Repeats an attack until the process ends.
 * @throws Error if it cannot be prepared.
 */
export async function attack(name: AttackName, target: AttackTarget): Promise<never> {
  for (;;) {
    await attacks[name](target)
    await delay(50)
  }
}
