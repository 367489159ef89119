import { limits } from '@signalbox/contracts'
import type { AttributeValue, Group, Resource, Scope } from '@signalbox/otlp'
import { cleanText, readEnvironment, readRelease } from '@signalbox/sentry-events'
import { AttributeMap } from '../container/attribute-map.js'
import type { OtlpContext } from './otlp-context.js'

/** Who sent a group of items, read once for all of them. */
export interface Origin {
  organizationId: string
  /** Empty for telemetry that belongs to no project. */
  projectId: string
  service: string
  release: string
  environment: string
  sdkName: string
  /** All attributes of the resource, scrubbed. */
  resource: Record<string, string>
  /** What every item repeats among its attributes, so that conditions on attributes find it. */
  repeated: Readonly<Record<string, string>>
  scope: Scope
}

/** Of a resource; and everything of Kubernetes. */
const repeatedNames: ReadonlySet<string> = new Set([
  'service.version',
  'service.namespace',
  'service.instance.id',
  'deployment.environment.name',
  'deployment.environment',
  'host.name',
  'container.name',
])

/** What a service is called that does not say. */
const unknownService = 'unknown_service'

/** Reads what all items of a group have in common. */
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

/** Adds the name and the attributes of a scope, as OpenTelemetry names them in formats that have no scopes. */
export function addScope(map: AttributeMap, { name, attributes }: Scope): void {
  if (name !== '') map.set('otel.scope.name', name)
  for (const [key, value] of attributes) map.set(`otel.scope.${key}`, value)
}

/** Adds attributes as they were sent; the first of a key wins. */
export function addAttributes(
  map: AttributeMap,
  attributes: readonly (readonly [key: string, value: AttributeValue])[],
): void {
  for (const [key, value] of attributes) map.set(key, value)
}
