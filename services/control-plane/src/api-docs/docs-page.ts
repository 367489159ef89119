import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { OpenApiDocument } from '@signalbox/contracts'
import { Router, static as serveStatic, type RequestHandler } from 'express'
import { initializerScript, pageHtml } from './page.js'

export interface DocsPageOptions {
  /** Called once, on the first request: it takes about 100 ms, which startup need not wait for. */
  createDocument: () => OpenApiDocument
}

/** The only package files that are served: not its own page, no source maps. */
const assetNames = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']
const assetsDirectory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const assetMaxAgeMs = 3_600_000

/**
 * Everything comes from this server, and nothing is sent elsewhere. Inline styles are allowed because the viewer sets
 * some on its elements; `data:` is for its icons.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the API document at `/api/v1/openapi.json` and a page to read it at `/api/docs`, both with and without a
 * trailing slash. Works offline: all files are local. Requires no API key, because it contains no data.
 */
export function createDocsPage({ createDocument }: DocsPageOptions): Router {
  let json: string | undefined
  const router = Router()
  router.use(['/api/docs', '/api/v1/openapi.json'], setSecurityHeaders)
  router.get('/api/v1/openapi.json', (_req, res) => {
    res.type('application/json').send((json ??= JSON.stringify(createDocument())))
  })
  router.get('/api/docs', send('text/html', pageHtml))
  router.get('/api/docs/initializer.js', send('text/javascript', initializerScript))
  for (const name of assetNames) router.get(`/api/docs/${name}`, serveAsset)
  return router
}

const assets = serveStatic(assetsDirectory, { index: false, redirect: false, maxAge: assetMaxAgeMs })

const serveAsset: RequestHandler = (req, res, next) => {
  req.url = req.url.replace('/api/docs/', '/')
  assets(req, res, next)
}

const setSecurityHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  })
  next()
}

function send(contentType: string, body: string): RequestHandler {
  return (_req, res) => {
    res.type(contentType).send(body)
  }
}
