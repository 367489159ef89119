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

/** A program's requests, including those refused at first, and its statement of what it sent. */
export interface Recording {
  /** Unix milliseconds. */
  recordedAt: number
  statement: Statement
  requests: { path: string; headers: Record<string, string>; base64: string }[]
}

/** Runs a program against a server that refuses its first requests, and records what it sends. */
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
  // Traces, metrics and log records: a stopped collector discards what it would retry.
  await eventually(() => expect(taken.size).to.equal(3))
  await stop()
  server.closeAllConnections()
  server.close()
  return { recordedAt, statement: said, requests }
}

/** Programs with a recording. */
export function listRecordings(): string[] {
  return readdirSync(recordingsDirectory).map((file) => file.replace('.json', ''))
}

/** Resends recorded requests sequentially, with timestamps as if they had just been recorded. */
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
 * OTLP timestamps are eight bytes wherever they occur, so they can be shifted without changing anything else. Other
 * bytes that look like a time within ten minutes of the recording would be shifted too: one in ten million.
 */
export function moveTimes(body: Buffer, recordedAt: number, aheadMs: number): Buffer {
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
