import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parse } from 'yaml'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import { listDocuments, readBlocks } from './code-blocks.js'
import { otherBlocks } from './left-out.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** @param begins beginning of the block, if a document has several in a language. */
function readBlock(document: string, language: string, begins = ''): string {
  const block = readBlocks(document).find((each) => each.language === language && each.text.startsWith(begins))
  return block?.text ?? expect.fail(`${document} has no such block`)
}

describe('non-shell blocks in the documents', () => {
  let signalbox: SignalboxProcess
  before(async () => {
    signalbox = await startSignalbox()
  })
  after(() => signalbox.dispose())

  it('each have an existing test', () => {
    const found = listDocuments().flatMap((document) =>
      readBlocks(document).map(({ language }) => `${document} ${language}`),
    )
    const others = new Set(found.filter((each) => !each.endsWith(' sh')))
    expect(otherBlocks.map(({ document, language }) => `${document} ${language}`)).to.have.members([...others])
    for (const { triedBy } of otherBlocks) expect(existsSync(join(root, triedBy)), triedBy).to.equal(true)
  })

  it('search issues', async () => {
    const query = new URLSearchParams({ query: readBlock('docs/issue-search.md', '').trim() })
    await signalbox.get(`/api/v1/issues/?${query.toString()}`)
  })

  it('create a workflow', async () => {
    const { status, body } = await signalbox.call(
      'POST',
      '/api/v1/workflows/',
      JSON.parse(readBlock('docs/workflows.md', 'json')),
    )
    expect(status, JSON.stringify(body)).to.equal(201)
  })

  it("configure a collector's exporter", async () => {
    const config = parse(readBlock('docs/opentelemetry.md', 'yaml', 'exporters:')) as {
      exporters: { otlphttp: { endpoint: string; headers: { authorization: string } } }
    }
    const { endpoint, headers } = config.exporters.otlphttp
    expect(new URL(endpoint).pathname).to.equal('/')
    const answer = await fetch(`${signalbox.url}/v1/traces`, {
      method: 'POST',
      headers: {
        authorization: headers.authorization.replace(/<.*>/, signalbox.apiKey),
        'content-type': 'application/x-protobuf',
      },
    })
    expect(answer.status, await answer.text()).to.equal(200)
  })

  it('configure Prometheus remote write', async () => {
    const config = parse(readBlock('docs/opentelemetry.md', 'yaml', 'remote_write:')) as {
      remote_write: [{ url: string }]
    }
    const { pathname } = new URL(config.remote_write[0].url)
    // An empty snappy body: nothing follows the length.
    const headers = { authorization: `Bearer ${signalbox.apiKey}`, 'content-encoding': 'snappy' }
    const contentType = { 'content-type': 'application/x-protobuf', 'x-prometheus-remote-write-version': '0.1.0' }
    const answer = await fetch(`${signalbox.url}${pathname}`, {
      method: 'POST',
      headers: { ...headers, ...contentType },
      body: Buffer.from([0]),
    })
    expect(answer.status, await answer.text()).to.be.within(200, 204)
  })
})
