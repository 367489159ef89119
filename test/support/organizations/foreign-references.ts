import type { RouteContract } from '@signalbox/contracts'
import { testPassword } from '../test-browser.js'
import type { Ids } from './fill-organization.js'

/**
 * How requests refer to an organization's objects outside their path. The contracts describe queries; for bodies,
 * references must be listed here: `listBodyReferences` returns the properties that need it.
 */

/** The parts of a schema used here. */
interface Schema {
  type?: string
  enum?: unknown
  const?: unknown
  format?: string
  pattern?: string
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  patternProperties?: Readonly<Record<string, Schema>>
  'x-since'?: unknown
  additionalProperties?: unknown
  anyOf?: unknown
  oneOf?: unknown
  allOf?: unknown
}

/** An organization's ids, and the marker in all of its texts. */
export interface Owner {
  ids: Ids
  marker: string
}

/** Parameters whose name differs from the id they accept. */
const namedOtherwise: Readonly<Record<string, string>> = {
  project: 'project_number',
  actor: 'member_id',
  release: 'version',
}
/**
 * Formatted texts that do not refer to an organization's objects; `id` counts issues of the project in the path, and a
 * public key, which is visible in web pages, is refused if any project has it.
 */
const ofAForm: ReadonlySet<string> = new Set([
  'cursor',
  'statsPeriod',
  'after',
  'debug_id',
  'group_by',
  'id',
  'public_key',
])
/** Enum values, numbers, times: not references. */
const isPlain = (schema: Schema): boolean =>
  'enum' in schema ||
  'const' in schema ||
  'anyOf' in schema ||
  'x-since' in schema ||
  schema.format === 'timestamp' ||
  ['boolean', 'integer', 'number', 'null'].includes(schema.type ?? '')

/**
 * The owner's value for a query parameter.
 * @returns undefined for parameters that are not references.
 */
function valueOf(name: string, schema: Schema, { ids, marker }: Owner): string | undefined {
  if (schema.items) return valueOf(name, schema.items, { ids, marker })
  const id = ids[namedOtherwise[name] ?? name]
  if (id !== undefined) return id
  if (name === 'attribute') return `service:${marker}`
  if (isPlain(schema) || ofAForm.has(name)) return undefined
  if (schema.pattern === undefined && schema.format === undefined) return marker
  throw new Error(`say here what ${name} names of an organization, or that it names nothing`)
}

/** All ways in which a route's query can refer to an owner's objects, each as separate parameters. */
export function listQueryReferences({ query }: RouteContract, owner: Owner): Record<string, string>[] {
  const properties: Readonly<Record<string, Schema>> = query?.properties ?? {}
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value = valueOf(name, schema, owner)
    if (value === undefined) return []
    const parameter = schema.type === 'object' ? `${name}.service` : name
    const byNumber = name === 'project_id' ? [{ [parameter]: owner.ids['project_number'] ?? '' }] : []
    return [{ [parameter]: value }, ...byNumber]
  })
}

/** Names of body properties that contain ids. */
const idProperty = /(?:^|_)ids?$|^fingerprints$|^projects$|^chunks$/
/** Ids chosen by senders or authenticators, which refer to nothing issued by the installation. */
const chosenBySenders: ReadonlySet<string> = new Set([
  'addPasskey.id',
  'assembleDebugFiles.debug_id',
  'confirmSession.id',
  'signInWithPasskey.id',
  'signInWithPasskey.organization_id',
  'createSentryRelease.id',
  'createSentryProjectRelease.id',
  'changeSentryRelease.id',
  'changeSentryProjectRelease.id',
  'ingestSpans.span_id',
  'ingestSpans.parent_span_id',
  'recordChanges.id',
])

/** Body properties of a route that contain ids, as `<route>.<property>`. */
export function listBodyReferences({ id, body }: RouteContract): string[] {
  const names = new Set<string>()
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    if (Array.isArray(schema)) {
      for (const each of schema) walk(each)
      return
    }
    const { properties, patternProperties, additionalProperties, items, anyOf, oneOf, allOf } = schema as Schema
    for (const name of Object.keys(properties ?? {})) if (idProperty.test(name)) names.add(`${id}.${name}`)
    for (const part of [items, additionalProperties, anyOf, oneOf, allOf]) walk(part)
    for (const part of [properties, patternProperties]) walk(Object.values(part ?? {}))
  }
  walk(body)
  return [...names].filter((name) => !chosenBySenders.has(name))
}

const workflow = { name: 'mine', agent_name: 'mine', instruction: 'mine' }
const rule = { name: 'mine', kind: 'crash_loops' }
const span = { service: 'mine', operation: 'mine', duration_ms: 1, status: 'ok', attributes: {}, parent_span_id: null }
const onIssueOf = (id: string) => [{ name: 'mine', kind: 'issue_created', filters: { project_id: [id] } }]
const onAlertOf = (id: string) => [{ name: 'mine', kind: 'alert_opened', filters: { rule_id: [id] } }]
const artifact = { checksum: '0'.repeat(40), chunks: ['0'.repeat(40)] }
const once = { name: 'mine', kind: 'once', starts_at: '2040-01-01T00:00:00Z', ends_at: '2040-01-02T00:00:00Z' }

/** For each property returned by `listBodyReferences`, an otherwise valid body with the owner's id. */
export const bodiesThatName: Readonly<Record<string, (ids: Ids) => object>> = {
  'changeIssue.assignee_id': ({ member_id }) => ({ assignee_id: member_id }),
  'changeIssues.assignee_id': ({ issue_id, member_id }) => ({
    issue_ids: [issue_id],
    change: { assignee_id: member_id },
  }),
  'changeIssues.issue_ids': ({ issue_id }) => ({ issue_ids: [issue_id], change: { status: 'resolved' } }),
  'deleteIssues.issue_ids': ({ issue_id }) => ({ issue_ids: [issue_id] }),
  'mergeIssues.issue_ids': ({ issue_id }) => ({ issue_ids: [issue_id] }),
  'unmergeIssue.fingerprints': ({ fingerprint }) => ({ fingerprints: [fingerprint] }),
  'chooseDefaultIssueView.view_id': ({ view_id }) => ({ view_id }),
  'createWorkflow.project_id': ({ project_id = '' }) => ({ ...workflow, triggers: onIssueOf(project_id) }),
  'createWorkflow.rule_id': ({ rule_id = '' }) => ({ ...workflow, triggers: onAlertOf(rule_id) }),
  'changeWorkflow.project_id': ({ project_id = '' }) => ({ triggers: onIssueOf(project_id) }),
  'changeWorkflow.rule_id': ({ rule_id = '' }) => ({ triggers: onAlertOf(rule_id) }),
  'createAlertRule.project_id': ({ project_id }) => ({ ...rule, project_id }),
  'createAlertRule.channel_ids': ({ channel_id }) => ({ ...rule, channel_ids: [channel_id] }),
  'createAlertRule.workflow_id': ({ workflow_id }) => ({ ...rule, workflow_id }),
  'changeAlertRule.project_id': ({ project_id }) => ({ project_id }),
  'changeAlertRule.channel_ids': ({ channel_id }) => ({ channel_ids: [channel_id] }),
  'changeAlertRule.workflow_id': ({ workflow_id }) => ({ workflow_id }),
  'createMaintenanceWindow.project_id': ({ project_id }) => ({ ...once, project_id }),
  'createMaintenanceWindow.rule_ids': ({ rule_id }) => ({ ...once, rule_ids: [rule_id] }),
  'changeMaintenanceWindow.project_id': ({ project_id }) => ({ project_id }),
  'changeMaintenanceWindow.rule_ids': ({ rule_id }) => ({ rule_ids: [rule_id] }),
  'assembleArtifacts.projects': ({ project_id }) => ({ ...artifact, projects: [project_id] }),
  'assembleArtifacts.chunks': ({ chunk }) => ({ checksum: chunk, chunks: [chunk], projects: ['-1'] }),
  'assembleDebugFiles.chunks': ({ chunk = '' }) => ({ [chunk]: { name: 'mine', chunks: [chunk] } }),
  'createSentryRelease.projects': ({ project_id }) => ({ version: 'mine@1', projects: [project_id] }),
  'signIn.organization_id': ({ organization }) => ({
    email: 'mine@example.com',
    password: testPassword,
    organization_id: organization,
  }),

  'chooseOrganization.organization_id': ({ organization }) => ({ organization_id: organization }),
  'ingestSpans.trace_id': ({ trace_id }) => {
    const spanId = '0123456789abcdef'
    return { spans: [{ ...span, trace_id, span_id: spanId, start_time: new Date().toISOString() }] }
  },
}
