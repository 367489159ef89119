import type { RouteContract } from '../api/http/route.js'
import { namedSchemas, staticComponents } from './components.js'
import { describeOperation } from './operation.js'
import { createSchemaReferences, type SchemaReferences } from './schema-references.js'
import { otlpPaths, otlpTag } from './otlp-paths.js'
import { sdkPaths, sdkTag } from './sdk-paths.js'

export interface OpenApiDocumentOptions {
  /** Routes to describe, in documentation order. Ids, and method with path, must be unique. */
  routes: readonly RouteContract[]
  /** Base URL of the installation, without a trailing slash. */
  publicUrl: string
  /** Version of the installation. */
  version: string
}

/** The parts of an OpenAPI 3.1 document that code accesses; deeper parts are plain JSON. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, unknown>>
  components: Record<string, Record<string, unknown>>
}

const description = [
  'Errors, traces and container metrics of your applications, and investigations of incidents.',
  'Every path is served with and without a trailing slash.',
  'Times in responses are UTC with milliseconds. Times in requests without a time zone are read as UTC.',
  'Errors are `application/problem+json` (RFC 9457), except on the paths of error-reporting SDKs, ' +
    'OpenTelemetry and Prometheus.',
  "Unknown query parameters return 400 with a list of the supported ones; the paths of Sentry's tools " +
    'under `/api/0/` ignore them.',
].join('\n\n')

/**
 * Builds the OpenAPI 3.1 document of the installation from its route contracts, and adds the paths of error-reporting
 * SDKs, OpenTelemetry and Prometheus.
 * @throws Error if two routes have the same id, or the same method and path.
 */
export function createOpenApiDocument({ routes, publicUrl, version }: OpenApiDocumentOptions): OpenApiDocument {
  const references = createSchemaReferences(namedSchemas)
  const paths = describePaths(routes, references)
  const tags = [...new Set(routes.map((route) => route.tag))].map((name) => ({ name }))
  return {
    openapi: '3.1.0',
    info: { title: 'Signalbox', version, description },
    servers: [{ url: publicUrl }],
    tags: [...tags, sdkTag, otlpTag],
    paths: { ...paths, ...sdkPaths, ...otlpPaths },
    components: { schemas: references.components(), ...staticComponents },
  }
}

function describePaths(routes: readonly RouteContract[], references: SchemaReferences): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  const ids = new Set<string>()
  for (const route of routes) {
    const operations = (paths[route.path] ??= {})
    if (ids.has(route.id)) throw new Error(`two routes have the id ${route.id}`)
    if (operations[route.method]) throw new Error(`two routes handle ${route.method} ${route.path}`)
    ids.add(route.id)
    operations[route.method] = describeOperation(route, references)
  }
  return paths
}
