import { sessionCookieName, type BrowserGuards } from '@signalbox/service-kit'
import { Router, type RequestHandler } from 'express'
import { pageAssetNames, readPageFile, type PageFile } from './page-files.js'

/**
 * All comes from this server, scripts and styles from files only, and scripts cannot make markup of texts. Forms are
 * sent by scripts: without them no password ends up in an address.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Pages of what only members may see. All others are screens of the web interface (see `web-files`). */
const closedPaths = ['/issues/:issue_id']

/**
 * The pages of issues. There is one document for all of them; its script shows what the
 * address names, by the API. It holds no data. Whoever is not signed in is sent to the page to do so, and comes back.
 */
export function createPages(browser: BrowserGuards): Router {
  const page = serveFile(readPageFile('page.html'))
  const router = Router({ caseSensitive: true })
  router.get(closedPaths, setPageHeaders, sendToSignIn(browser), page)
  for (const name of pageAssetNames) router.get(`/pages/${name}`, setPageHeaders, serveFile(readPageFile(name)))
  return router
}

const setPageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  })
  next()
}

/** Only a courtesy: what is on a page comes from the API, which looks for itself. */
function sendToSignIn({ sessions, cookies }: BrowserGuards): RequestHandler {
  return async (req, res, next) => {
    const secret = cookies.read(req, sessionCookieName)
    const person = secret === undefined ? undefined : await sessions.findSession(secret)
    if (person) next()
    else res.redirect(303, `/sign-in?return_to=${encodeURIComponent(req.originalUrl)}`)
  }
}

/** The validator is looked at each time, so that a new version shows at once. */
function serveFile({ contentType, etag, bytes }: PageFile): RequestHandler {
  return (_req, res) => {
    res.set({ 'Content-Type': contentType, ETag: etag, 'Cache-Control': 'no-cache' })
    res.send(bytes)
  }
}
