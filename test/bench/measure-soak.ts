import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { postEnvelope } from '../support/post-envelope.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'
import { createEnvelopes } from './event-load.js'
import { createOtlpLoad } from './otlp-load.js'
import { targetOf } from './peers/signalbox.js'
import { readTreeMegabytes } from './process-tree.js'
import { median, type Measurement } from './report.js'
import { sendAll } from './store-load.js'

const minutes = Number(process.env['SOAK_MINUTES'] ?? 5)
const eventsPerSecond = 50
/** Memory is read this often. */
const secondsPerSample = 10

/**
 * Sends events of a thousand errors, spans and list queries at a steady rate for `SOAK_MINUTES`. Compares memory
 * (proportional set size of the service and its engines) in the last quarter of the time with the second quarter:
 * caches fill in the first.
 */
export async function measureSoak(): Promise<Measurement[]> {
  const signalbox = await startSignalbox()
  try {
    const megabytes = await loadAndWatch(signalbox, await signalbox.createProject('soak'))
    const quarter = (number: number) =>
      median(megabytes.slice((megabytes.length * (number - 1)) / 4, (megabytes.length * number) / 4))
    return [
      {
        name: `memory after ${minutes} minutes of load, against its second quarter`,
        value: quarter(4),
        baseline: quarter(2),
        unit: 'MB',
        aim: 'ratio 1',
      },
      { name: 'memory under load, at most', value: Math.max(...megabytes), unit: 'MB' },
    ]
  } finally {
    await signalbox.dispose()
  }
}

/** @returns a sample of memory for every ten seconds. */
async function loadAndWatch(signalbox: SignalboxProcess, project: Project): Promise<number[]> {
  const templates = createEnvelopes(2_000).map((envelope) => Buffer.from(envelope).toString())
  const megabytes: number[] = []
  const startedAt = performance.now()
  for (let second = 0; performance.now() < startedAt + minutes * 60_000; second += 1) {
    await Promise.all([
      sendEvents(signalbox, project, templates, second),
      sendSpans(signalbox, second),
      signalbox.get('/api/v1/issues/'),
    ])
    if (second % secondsPerSample === 0) megabytes.push(await readTreeMegabytes([signalbox.pid]))
    await delay(Math.max(0, startedAt + (second + 1) * 1_000 - performance.now()))
  }
  return megabytes
}

async function sendEvents(
  { url }: SignalboxProcess,
  project: Project,
  templates: readonly string[],
  second: number,
): Promise<void> {
  for (let sent = 0; sent < eventsPerSecond; sent += 1) {
    const template = templates[(second * eventsPerSecond + sent) % templates.length] ?? ''
    await postEnvelope(url, project, renew(template))
  }
}

/** The same event with another id, happening now. */
function renew(envelope: string): string {
  const id = /[0-9a-f]{32}/.exec(envelope)?.[0] ?? ''
  return envelope
    .replaceAll(id, randomBytes(16).toString('hex'))
    .replace(/"timestamp":[\d.]+/, `"timestamp":${Date.now() / 1_000}`)
}

async function sendSpans(signalbox: SignalboxProcess, second: number): Promise<void> {
  const { bodies } = await createOtlpLoad(second, 1)
  await sendAll(await targetOf(signalbox, 'span'), bodies, 1)
}
