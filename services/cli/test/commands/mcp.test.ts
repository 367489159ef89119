import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'chai'

interface Seen {
  url: string | undefined
  authorization: string | undefined
  body: string
}

/** A server that answers each message by its method. */
async function startServer(status = 200) {
  const seen: Seen[] = []
  const server = createServer((req, res) => {
    const chunks: Uint8Array[] = []
    req.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      seen.push({ url: req.url, authorization: req.headers.authorization, body })
      const { id } = JSON.parse(body) as { id?: number }
      if (status !== 200) res.writeHead(status).end('{"detail":"Too many requests"}')
      else if (id === undefined) res.writeHead(202).end()
      else res.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id, result: { id } }, null, 2))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, seen, stop: () => server.close() }
}

async function run(lines: readonly string[], env: Record<string, string>) {
  const output = { stdout: '', stderr: '' }
  const { runCli } = await import('../../src/cli.js')
  const exitCode = await runCli({
    args: ['mcp'],
    env,
    stdin: Readable.from(lines.map((line) => `${line}\n`)),
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    runOffline: () => Promise.resolve(false),
    startServer: () => Promise.resolve(),
    clock: () => 0,
  })
  const answers = output.stdout
    .split('\n')
    .filter(Boolean)
    .map(
      (line) => JSON.parse(line) as { id: number | null; result?: unknown; error?: { code: number; message: string } },
    )
  return { exitCode, answers, stderr: output.stderr }
}

const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'
const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}'

describe('signalbox mcp', () => {
  it('forwards each message with the key, and writes each response as a line', async () => {
    const { url, seen, stop } = await startServer()
    const env = { SIGNALBOX_URL: url, SIGNALBOX_API_KEY: 'key-1' }
    const { exitCode, answers } = await run(
      [initialize, notification, '', '{"jsonrpc":"2.0","id":2,"method":"x"}'],
      env,
    )
    stop()
    expect(exitCode).to.equal(0)
    expect(answers.map(({ id }) => id)).to.have.members([1, 2])
    for (const answer of answers) expect(JSONRPCMessageSchema.safeParse(answer).success).to.equal(true)
    expect(seen).to.have.lengthOf(3)
    expect(seen[0]).to.deep.include({ url: '/mcp', authorization: 'Bearer key-1' })
  })

  it('answers failures with a protocol error, and continues', async () => {
    const { url, stop } = await startServer(429)
    const env = { SIGNALBOX_URL: url, SIGNALBOX_API_KEY: 'key-1' }
    const { answers, exitCode } = await run([initialize, 'no json', notification], env)
    stop()
    expect(exitCode).to.equal(0)
    expect(answers.map(({ id }) => id)).to.have.members([1, null])
    const refused = answers.find(({ id }) => id === 1)
    expect(JSONRPCMessageSchema.safeParse(refused).success).to.equal(true)
    expect(refused?.error).to.deep.equal({
      code: -32_000,
      message: 'Too many requests (429)',
    })
  })

  it('reports an unreachable server', async () => {
    const { url, stop } = await startServer()
    stop()
    const { answers } = await run([initialize], { SIGNALBOX_URL: url, SIGNALBOX_API_KEY: 'key-1' })
    expect(answers[0]?.error?.message).to.equal(`Cannot reach ${url}: connection refused`)
  })

  it('requires an API key', async () => {
    const { exitCode, stderr } = await run([initialize], {})
    expect(exitCode).to.equal(2)
    expect(stderr).to.contain('no API key')
  })
})
