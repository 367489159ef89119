import { createOpenApiDocument, servedRoutes } from '@signalbox/contracts'
import { readPackageVersion } from '@signalbox/service-kit'
import type { Router } from 'express'
import { createDocsPage } from './docs-page.js'

const version = readPackageVersion(import.meta.url)

/** Serves the OpenAPI document of the entire API, whichever roles serve it, and a page to read it. */
export function createApiDocs(publicUrl: string): Router {
  return createDocsPage({ createDocument: () => createOpenApiDocument({ routes: servedRoutes, publicUrl, version }) })
}
