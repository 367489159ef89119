import { fileURLToPath } from 'node:url'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { encodings, readWebFiles, type WebFile } from './read-web-files.js'

/**
 * All comes from this server, scripts and styles from files only, and scripts cannot make markup of texts. Forms are
 * sent by scripts: without them no password ends up in an address.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Where `make build` puts the interface; the same place seen from `src` and from `dist`. */
const builtDirectory = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/** Addresses that are never a screen: the API and what it is described by, files, and what other programs look for. */
const elsewhere = /^\/(?:api|mcp|assets|\.well-known)(?:\/|$)/

/**
 * The web interface: its files, and its one document for every other address outside of the API, which names a screen.
 * Nothing here holds data: what is on a screen comes from the API, which looks for itself who asks.
 * @param directory What the build of `services/web` made; for tests.
 */
export function createWebInterface(directory = builtDirectory): Router {
  const files = readWebFiles(directory)
  const document = files.get('/index.html')
  const router = Router({ caseSensitive: true })
  router.use(readsOnly, (req, res, next) => {
    const file = files.get(req.path) ?? (elsewhere.test(req.path) ? undefined : document)
    if (file) sendFile(req, res, file)
    else if (elsewhere.test(req.path)) next()
    else sayNotBuilt(res)
  })
  return router
}

const readsOnly: RequestHandler = (req, _res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') next()
  else next('router')
}

/** Names with a hash are kept for good; of all others the validator is looked at each time, so that a new version shows at once. */
function sendFile(req: Request, res: Response, { contentType, isImmutable, hash, bytes, compressed }: WebFile): void {
  const encoding = encodings.find((each) => req.acceptsEncodings(each) === each)
  const smaller = encoding && compressed[encoding]
  res.set({
    'Content-Type': contentType,
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${hash}${smaller ? `-${encoding}` : ''}"`,
    Vary: 'Accept-Encoding',
    ...(smaller && { 'Content-Encoding': encoding }),
  })
  res.send(smaller ?? bytes)
}

function sayNotBuilt(res: Response): void {
  res.status(503).type('text/plain').send('The web interface has not been built: run `make build`.\n')
}
