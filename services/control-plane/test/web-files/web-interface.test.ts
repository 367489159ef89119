import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createShell, createMetrics, createRateLimits, silentLog } from '@signalbox/service-kit'
import { expect } from 'chai'
import type { Express } from 'express'
import request from 'supertest'
import { createWebInterface } from '../../src/web-files/create-web-interface.js'

const page = '<!doctype html><title>Signalbox</title>'
const script = 'export const a = 1'

function createApp(directory: string): Express {
  return createShell({
    log: silentLog,
    metrics: createMetrics(),
    rateLimits: createRateLimits({ queryPerMinute: 100, ingestPerMinute: 100 }),
    keys: { findApiKey: () => Promise.resolve(undefined), findDsnKey: () => Promise.resolve(undefined) },
    routers: [createWebInterface(directory)],
    routes: [],
  })
}

describe('the web interface', () => {
  let directory: string
  let app: Express
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'web-'))
    mkdirSync(join(directory, 'assets'))
    mkdirSync(join(directory, '.vite'))
    writeFileSync(join(directory, 'index.html'), page)
    writeFileSync(join(directory, 'theme.js'), script)
    writeFileSync(join(directory, 'assets/main-abc123.js'), script)
    writeFileSync(join(directory, 'assets/main-abc123.js.br'), brotliCompressSync(script))
    writeFileSync(join(directory, 'assets/main-abc123.js.gz'), gzipSync(script))
    writeFileSync(join(directory, '.vite/manifest.json'), '{}')
    app = createApp(directory)
  })
  after(() => {
    rmSync(directory, { recursive: true })
  })

  it('serves its document at every address outside the API, so that each screen has a link', async () => {
    for (const path of ['/', '/sign-in', '/issues', '/issues/WEB-1', '/agents/1?evidence=e9', '/nothing/at/all']) {
      const { status, text, headers } = await request(app).get(path)
      expect(status, path).to.equal(200)
      expect(text).to.equal(page)
      expect(headers['content-type']).to.equal('text/html; charset=utf-8')
      expect(headers['cache-control']).to.equal('no-cache')
    }
  })

  it('leaves missing API routes, MCP paths and files as not found', async () => {
    for (const path of [
      '/api',
      '/api/v1/nothing/',
      '/mcp',
      '/assets/old-000000.js',
      '/assets/',
      '/.well-known/security.txt',
    ]) {
      expect((await request(app).get(path)).status, path).to.equal(404)
    }
    expect((await request(app).post('/sign-in')).status).to.equal(404)
  })

  it('lets browsers cache files with a hash in their name, and revalidate others', async () => {
    const kept = await request(app).get('/assets/main-abc123.js')
    expect(kept.headers['cache-control']).to.equal('public, max-age=31536000, immutable')
    expect(kept.headers['content-type']).to.equal('text/javascript; charset=utf-8')
    const first = await request(app).get('/theme.js')
    expect(first.headers['cache-control']).to.equal('no-cache')
    const again = await request(app)
      .get('/theme.js')
      .set('If-None-Match', first.headers['etag'] ?? '')
    expect(again.status).to.equal(304)
  })

  it('sends the smallest encoding that the browser accepts, each with its own ETag', async () => {
    const ask = (encoding: string) =>
      request(app)
        .get('/assets/main-abc123.js')
        .set('Accept-Encoding', encoding)
        .buffer(true)
        .parse((res, done) => {
          const parts: Buffer[] = []
          res.on('data', (part: Buffer) => parts.push(part))
          res.on('end', () => {
            done(null, Buffer.concat(parts))
          })
        })
    const [best, older, plain] = [await ask('gzip, br'), await ask('gzip'), await ask('identity')]
    expect(best.headers['content-encoding']).to.equal('br')
    expect(older.headers['content-encoding']).to.equal('gzip')
    expect(plain.headers['content-encoding']).to.equal(undefined)
    expect(new Set([best, older, plain].map(({ headers }) => headers['etag']))).to.have.lengthOf(3)
    expect(best.headers['vary']).to.equal('Accept-Encoding')
    for (const { body } of [best, older, plain]) expect(String(body)).to.equal(script)
  })

  it('cannot be framed, load third-party content or turn text into markup', async () => {
    for (const path of ['/', '/theme.js', '/assets/main-abc123.js']) {
      const { headers } = await request(app).get(path)
      const policy = (headers['content-security-policy'] ?? '').split('; ')
      expect(policy, path).to.include.members([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
      ])
      expect(policy.join()).not.to.match(/unsafe|\*|https?:/)
      expect(headers['x-content-type-options']).to.equal('nosniff')
      expect(headers['referrer-policy']).to.equal('no-referrer')
    }
  })

  it('serves only built files: no other files, no folders, nothing outside', async () => {
    for (const path of [
      '/.vite/manifest.json',
      '/assets/main-abc123.js.br',
      '/../package.json',
      '/%2e%2e/package.json',
    ]) {
      const { text } = await request(app).get(path)
      expect(text, path).not.to.match(/@signalbox|^\{\}$/)
    }
  })

  it('says what to do if it was not built', async () => {
    const { status, text } = await request(createApp(join(directory, 'missing'))).get('/issues')
    expect(status).to.equal(503)
    expect(text).to.contain('make build')
  })
})
