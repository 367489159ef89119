import { limits } from '@signalbox/contracts'
import type { AttributeValue, Group, Resource, Scope } from '@signalbox/otlp'
import { cleanText, readEnvironment, readRelease } from '@signalbox/sentry-events'
import { AttributeMap } from '../container/attribute-map.js'
import type { OtlpContext } from './otlp-context.js'

/** The sender of a group of items, read once for all of them. */
export interface Origin {
  organizationId: string
  /** Empty for telemetry without a project. */
  projectId: string
  service: string
  release: string
  environment: string
  sdkName: string
  /** All attributes of the resource, scrubbed. */
  resource: Record<string, string>
  /** Resource attributes repeated in the attributes of every item, so that attribute filters match them. */
  repeated: Readonly<Record<string, string>>
  scope: Scope
}

/** Names of repeated resource attributes, in addition to all Kubernetes ones. */
const repeatedNames: ReadonlySet<string> = new Set([
  'service.version',
  'service.namespace',
  'service.instance.id',
  'deployment.environment.name',
  'deployment.environment',
  'host.name',
  'container.name',
])

/** Name of a service that sends none. */
const unknownService = 'unknown_service'

/** Reads what all items of a group share. */
export function readOrigin(
  { resource, scope }: Pick<Group<unknown>, 'resource' | 'scope'>,
  context: OtlpContext,
): Origin {
  const { meta, rules } = context
  const stored = rules.scrubber.scrubAttributes(toRecord(resource))
  const release = readRelease(stored['service.version'])
  const environment = readEnvironment(stored['deployment.environment.name'] ?? stored['deployment.environment'])
  const service = stored['service.name'] || meta.project?.name || unknownService
  return {
    organizationId: meta.organizationId,
    projectId: meta.project?.id ?? '',
    service: cleanText(service, limits.span.serviceLengthMax),
    release,
    environment,
    sdkName: cleanText(sdkNameOf(stored), limits.span.serviceLengthMax),
    resource: stored,
    repeated: {
      ...Object.fromEntries(Object.entries(stored).filter(([name]) => isRepeated(name))),
      ...(release !== '' && { 'sentry.release': release }),
      ...(environment !== '' && { 'sentry.environment': environment }),
    },
    scope,
  }
}

function isRepeated(name: string): boolean {
  return repeatedNames.has(name) || name.startsWith('k8s.')
}

function toRecord({ attributes }: Resource): Record<string, string> {
  const map = new AttributeMap()
  for (const [key, value] of attributes) map.set(key, value)
  return map.toRecord()
}

function sdkNameOf(resource: Readonly<Record<string, string>>): string {
  const { 'telemetry.sdk.name': name, 'telemetry.sdk.language': language } = resource
  return [name, language].filter((part) => part !== undefined && part !== '').join('.')
}

/** Adds the name and attributes of a scope, named as OpenTelemetry does in formats without scopes. */
export function addScope(map: AttributeMap, { name, attributes }: Scope): void {
  if (name !== '') map.set('otel.scope.name', name)
  for (const [key, value] of attributes) map.set(`otel.scope.${key}`, value)
}

/** Adds attributes as sent; the first value of a key wins. */
export function addAttributes(
  map: AttributeMap,
  attributes: readonly (readonly [key: string, value: AttributeValue])[],
): void {
  for (const [key, value] of attributes) map.set(key, value)
}
