import { Agent, request } from 'node:http'
import { envelopeUrl, type DsnTarget } from '../post-envelope.js'
import { createRandom } from '../random.js'

const connections = 16

/** What a flood consisted of. */
export interface SentFlood {
  /** Events of errors that occur once each, spread evenly. */
  rareIds: string[]
  /** Unix milliseconds. */
  startedAt: number
  endedAt: number
}

/**
 * Sends events of one error individually over 16 connections, like SDKs, interspersed with events of rare errors.
 * @throws Error if one does not get status 200.
 */
export async function sendFlood(
  url: string,
  target: DsnTarget,
  { events, rareEvents }: { events: number; rareEvents: number },
): Promise<SentFlood> {
  const random = createRandom(20_261_121)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const endpoint = envelopeUrl(url, target)
  const post = (body: string) =>
    new Promise<void>((resolve, reject) => {
      const req = request(endpoint, { method: 'POST', agent }, (res) => {
        res.resume().on('end', () => {
          if (res.statusCode === 200) resolve()
          else reject(new Error(`answered ${String(res.statusCode)}`))
        })
      })
      req.on('error', reject).end(body)
    })
  const template = envelopeOf('#', 'FloodError', 'the same again')
  const rareEvery = Math.floor(events / rareEvents)
  const rareIds: string[] = []
  let sent = 0
  const sendAll = async () => {
    while (sent < events) {
      const number = sent
      sent += 1
      await post(template.replace('#', random.hex(32)))
      if (number % rareEvery !== 0 || rareIds.length === rareEvents) continue
      const id = random.hex(32)
      rareIds.push(id)
      await post(envelopeOf(id, `Rare${rareIds.length}Error`, 'seen once'))
    }
  }
  const startedAt = Date.now()
  try {
    await Promise.all(Array.from({ length: connections }, sendAll))
  } finally {
    agent.destroy()
  }
  return { rareIds, startedAt, endedAt: Date.now() }
}

function envelopeOf(eventId: string, type: string, value: string): string {
  const frames = [
    { function: 'main', filename: 'app.js', lineno: 3, in_app: true },
    { function: type, filename: 'shop.js', lineno: 17, in_app: true, context_line: `throw new ${type}()` },
  ]
  const event = { level: 'error', platform: 'node', exception: { values: [{ type, value, stacktrace: { frames } }] } }
  return `{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(event)}`
}
