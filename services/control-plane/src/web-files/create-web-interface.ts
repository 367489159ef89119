import { fileURLToPath } from 'node:url'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { encodings, readWebFiles, type WebFile } from './read-web-files.js'

/**
 * Everything comes from this server, scripts and styles only from files, and scripts cannot turn strings into markup.
 * Forms are submitted only by scripts, so that no password ever ends up in a URL.
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

/** Output directory of `make build`; the relative path is the same from `src` and from `dist`. */
const builtDirectory = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/** Paths that are never a screen: the API and its documentation, files, and well-known URLs of other programs. */
const elsewhere = /^\/(?:api|mcp|assets|\.well-known)(?:\/|$)/

/**
 * Serves the web interface: its files, and its single HTML document for every other path outside of the API. Nothing
 * here contains data: screens fetch it from the API, which authenticates callers itself.
 * @param directory Build output of `services/web`; for tests.
 */
export function createWebInterface(directory = builtDirectory): Router {
  const files = readWebFiles(directory)
  const document = files.get('/index.html')
  const router = Router({ caseSensitive: true })
  router.use(readsOnly, (req, res, next) => {
    const file = files.get(req.path) ?? (elsewhere.test(req.path) ? undefined : document)
    if (file) sendFile(req, res, file)
    else if (elsewhere.test(req.path)) next()
    else sendNotBuilt(res)
  })
  return router
}

const readsOnly: RequestHandler = (req, _res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') next()
  else next('router')
}

/**
 * Files with a hash in their names are cached forever; all others are revalidated on each request, so that a new
 * version appears immediately.
 */
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

function sendNotBuilt(res: Response): void {
  res.status(503).type('text/plain').send('The web interface has not been built: run `make build`.\n')
}
