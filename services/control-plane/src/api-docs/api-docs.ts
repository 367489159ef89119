import { createOpenApiDocument, servedRoutes } from '@signalbox/contracts'
import { readPackageVersion } from '@signalbox/service-kit'
import type { Router } from 'express'
import { createDocsPage } from './docs-page.js'

const version = readPackageVersion(import.meta.url)

/** The document of the whole API, whichever roles serve it, and the page to read it. */
export function createApiDocs(publicUrl: string): Router {
  return createDocsPage({ createDocument: () => createOpenApiDocument({ routes: servedRoutes, publicUrl, version }) })
}
