import { expect } from 'chai'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eventually } from '../../support/eventually.js'
import type { RunProgram, Statement } from './programs.js'

export const recordingsDirectory = join(import.meta.dirname, '..', '..', 'fixtures', 'otel-languages')

/** What a program sent, request by request, those that were refused at first too, and what it said that it sent. */
export interface Recording {
  /** Unix milliseconds. */
  recordedAt: number
  statement: Statement
  requests: { path: string; headers: Record<string, string>; base64: string }[]
}

/** Runs a program against a server that refuses its first requests, and keeps what it sends. */
export async function recordProgram(runProgram: RunProgram, statuses: readonly number[]): Promise<Recording> {
  const recordedAt = Date.now()
  const refusals = [...statuses]
  const requests: Recording['requests'] = []
  const taken = new Set<string | undefined>()
  const server = createServer((req, res) => {
    void buffer(req).then((body) => {
      const { 'content-type': type = '', 'content-encoding': encoding } = req.headers
      const headers = { 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) }
      requests.push({ path: req.url ?? '', headers, base64: body.toString('base64') })
      const status = refusals.shift() ?? 200
      if (status === 200) taken.add(req.url)
      res.writeHead(status, { 'Retry-After': '0', 'Content-Type': type }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { said, stop } = await runProgram(`http://127.0.0.1:${port}`, '')
  // Traces, metrics and log records: a collector that is stopped gives up what it would send again.
  await eventually(() => expect(taken.size).to.equal(3))
  await stop()
  server.closeAllConnections()
  server.close()
  return { recordedAt, statement: said, requests }
}

/** Programs of which there are recordings. */
export function listRecordings(): string[] {
  return readdirSync(recordingsDirectory).map((file) => file.replace('.json', ''))
}

/** Sends what was recorded again, one request after the other, with times as if it had been recorded now. */
export async function createReplay(name: string): Promise<RunProgram> {
  const file = await readFile(join(recordingsDirectory, `${name}.json`), 'utf8')
  const { recordedAt, statement, requests } = JSON.parse(file) as Recording
  return async (url, apiKey) => {
    const aheadMs = Date.now() - recordedAt
    for (const { path, headers, base64 } of requests) {
      const isZipped = headers['content-encoding'] === 'gzip'
      const sent = Buffer.from(base64, 'base64')
      const moved = moveTimes(isZipped ? gunzipSync(sent) : sent, recordedAt, aheadMs)
      await fetch(url + path, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${apiKey}` },
        body: new Uint8Array(isZipped ? gzipSync(moved) : moved),
      })
    }
    return { said: statement, stop: () => Promise.resolve() }
  }
}

const aroundNs = 600_000_000_000n

/**
 * Times of OTLP are eight bytes wherever they stand, so they can be moved without touching anything else. Other bytes that
 * say a time within ten minutes of the recording would be moved too: one in ten million.
 */
function moveTimes(body: Buffer, recordedAt: number, aheadMs: number): Buffer {
  const moved = Buffer.from(body)
  const [recordedNs, aheadNs] = [BigInt(recordedAt) * 1_000_000n, BigInt(aheadMs) * 1_000_000n]
  for (let offset = 0; offset + 8 <= moved.length; offset++) {
    const ns = moved.readBigUInt64LE(offset)
    if (ns < recordedNs - aroundNs || ns > recordedNs + aroundNs) continue
    moved.writeBigUInt64LE(ns + aheadNs, offset)
    offset += 7
  }
  return moved
}
