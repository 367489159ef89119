import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { sendRequest } from '../../conformance/send-request.js'
import type { DsnTarget } from '../../support/post-envelope.js'
import { readdress, readdressBody, recordedDsn } from '../../support/recorded-requests.js'
import type { RunProgram } from './programs.js'
import type { Statement } from './statement.js'

export const recordingsDirectory = join(import.meta.dirname, '..', '..', 'fixtures', 'sdk-languages')

/** The requests of one run of a program, and its statement of what it raised. */
export interface Recording {
  /** Origin of the requests. */
  source: string
  statement: Statement
  requests: { url: string; headers: [string, string][]; body: { text: string } | { base64: string } }[]
}

export const incomingTrace = 'fedcba9876543210fedcba9876543210-fedcba9876543210-1'

/** Runs a program against a server that accepts everything, and records what it sends. */
export async function recordProgram(runProgram: RunProgram): Promise<Omit<Recording, 'source'>> {
  const requests: Recording['requests'] = []
  const server = createServer((req, res) => {
    void buffer(req).then((body) => {
      const { 'x-sentry-auth': auth, 'content-type': type, 'content-encoding': encoding } = req.headers
      const sent = { 'x-sentry-auth': auth, 'content-type': type, 'content-encoding': encoding }
      const headers = Object.entries(sent).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && value !== '' ? [[name, value]] : [],
      )
      requests.push({ url: req.url ?? '', headers, body: writeBody(body) })
      res.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dsn = `http://${recordedDsn.publicKey}@127.0.0.1:${port}/${recordedDsn.number}`
  const statement = await runProgram(dsn, incomingTrace).finally(() => server.close())
  return { statement, requests }
}

/** As text if lossless, so that people can read it. */
function writeBody(body: Buffer): { text: string } | { base64: string } {
  const text = body.toString('utf8')
  return Buffer.from(text).equals(body) ? { text } : { base64: body.toString('base64') }
}

/** Languages with a recording. */
export function listRecordings(): string[] {
  return readdirSync(recordingsDirectory).map((file) => file.replace('.json', ''))
}

export async function readRecording(language: string): Promise<Recording> {
  return JSON.parse(await readFile(join(recordingsDirectory, `${language}.json`), 'utf8')) as Recording
}

/**
 * The events of an old recording would be too old, but the service shifts them to the present if an envelope states
 * when it was sent. Rust's SDK states that only outside the envelope, where it does not correct clocks.
 */
function withSentAt({ headers, body }: Recording['requests'][number]): string {
  const text = 'text' in body ? body.text : ''
  const auth = headers.find(([name]) => name === 'x-sentry-auth')?.[1] ?? ''
  const seconds = /sentry_timestamp=([\d.]+)/.exec(auth)?.[1]
  if (seconds === undefined || text.slice(0, text.indexOf('\n')).includes('"sent_at"')) return text
  const sentAt = JSON.stringify(new Date(Number(seconds) * 1_000).toISOString())
  return text.startsWith('{}') ? `{"sent_at":${sentAt}${text.slice(1)}` : `{"sent_at":${sentAt},${text.slice(1)}`
}

/**
 * Sends a recording's requests to a project.
 * @throws Error if one is refused.
 */
export async function replayRecording({ requests }: Recording, url: string, project: DsnTarget): Promise<void> {
  for (const request of requests) {
    const body = 'text' in request.body ? Buffer.from(withSentAt(request)) : Buffer.from(request.body.base64, 'base64')
    const { status } = await sendRequest(url + readdress(request.url, project), {
      method: 'POST',
      headers: request.headers.map(([name, value]) => [name, readdress(value, project)]),
      body: readdressBody(body, project),
    })
    if (status !== 200) throw new Error(`${request.url} was answered with ${status}`)
  }
}
