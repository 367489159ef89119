import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { createOpenApiDocument, servedRoutes } from '@signalbox/contracts'
import { createDocsPage } from '../../src/api-docs/docs-page.js'

const document = createOpenApiDocument({ routes: servedRoutes, publicUrl: 'http://127.0.0.1:8000', version: '1.0.0' })
const app = express().use(createDocsPage({ createDocument: () => document }))

describe('GET /api/v1/openapi.json', () => {
  for (const path of ['/api/v1/openapi.json', '/api/v1/openapi.json/']) {
    it(`serves the document at ${path}`, async () => {
      const response = await request(app)
        .get(path)
        .expect(200)
        .expect('Content-Type', /^application\/json/)
      expect(response.body).to.deep.equal(document)
    })
  }

  it('answers 304 if the client has it already', async () => {
    const { headers } = await request(app).get('/api/v1/openapi.json')
    await request(app).get('/api/v1/openapi.json').set('If-None-Match', String(headers['etag'])).expect(304)
  })
})

describe('GET /api/docs', () => {
  for (const path of ['/api/docs', '/api/docs/']) {
    it(`serves the page at ${path}, and every file that it uses`, async () => {
      const page = await request(app)
        .get(path)
        .expect(200)
        .expect('Content-Type', /^text\/html/)
      const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
      expect(addresses).to.have.length.above(3)
      for (const address of addresses) {
        expect(address).to.match(/^\/api\//)
        await request(app).get(address).expect(200)
      }
    })
  }

  it('contains no inline script, and forbids inline scripts and other servers', async () => {
    const { text, headers } = await request(app).get('/api/docs/')
    expect(text).to.not.match(/<script>|<script [^>]*>[^<]|\son\w+=|https?:/)
    const policy = String(headers['content-security-policy'])
    expect(policy).to.contain("default-src 'none'").and.to.contain("script-src 'self';")
    expect(policy).to.not.match(/https?:|\*/)
  })

  it('starts the viewer on the local document without a third-party validator badge', async () => {
    const { text } = await request(app)
      .get('/api/docs/initializer.js')
      .expect('Content-Type', /javascript/)
    expect(text).to.contain("url: '/api/v1/openapi.json'").and.to.contain('validatorUrl: null')
    expect(text).to.not.match(/https?:/)
  })

  it('serves no other file of the viewer package', async () => {
    for (const name of [
      'package.json',
      'index.html',
      'swagger-initializer.js',
      '..%2fpackage.json',
      '%2e%2e/package.json',
    ]) {
      await request(app).get(`/api/docs/${name}`).expect(404)
    }
  })

  it('leaves all other paths to the application', async () => {
    const whole = express()
      .use(createDocsPage({ createDocument: () => document }))
      .use((_req, res) => void res.send('rest'))
    const { text, headers } = await request(whole).get('/api/v1/telemetry/projects/').expect(200)
    expect(text).to.equal('rest')
    expect(headers).to.not.have.property('content-security-policy')
  })
})
