import { apiScopes, limits, MapOf, NullableOf, OneOf, Open, ProjectSettings } from '@signalbox/contracts'
import { Type, type Static, type TSchema } from 'typebox'
import { DsnKeyOwner, IssueReference, ProjectReference, Sighting } from '../directory.js'
import { EventDeletion, ProjectDeletion } from '../event-deletions.js'
import { FingerprintMove, ResymbolicationPage, ResymbolicationProgress } from '../resymbolication.js'
import { ResolvedScript, ScriptRequest } from '../source-map-directory.js'
import { ProcessVitals } from '../warnings/process-vitals.js'
import { WarningReport } from '../warnings/warning-report.js'
import { ClaimedSession, RecordedStep, SessionLease, SessionTurn, StepUsage } from '../session-work.js'

/** An operation that one service of an installation calls on another. */
export interface InternalOperation<Request extends TSchema = TSchema, Response extends TSchema = TSchema> {
  request: Request
  response: Response
  /** How long the caller waits, in milliseconds. */
  timeoutMs: number
}

const { lookupMs, workMs, lookupsMax, sightingsMax } = limits.internal

function lookup<Request extends TSchema, Response extends TSchema>(
  request: Request,
  response: Response,
): InternalOperation<Request, Response> {
  return { request, response, timeoutMs: lookupMs }
}

function work<Request extends TSchema, Response extends TSchema>(
  request: Request,
  response: Response,
): InternalOperation<Request, Response> {
  return { request, response, timeoutMs: workMs }
}

const Actor = Open({ kind: OneOf(['api_key', 'member']), id: Type.String(), name: Type.String() })

/** `ApiCaller` in JSON, which has no sets. */
export const CallerMessage = Open({
  keyId: Type.String(),
  organizationId: Type.String(),
  scopes: Type.Array(OneOf(apiScopes)),
  queryLimitPerMinute: NullableOf(Type.Integer()),
  ingestLimitPerMinute: NullableOf(Type.Integer()),
  expiresAt: Type.Optional(Type.Integer()),
  actor: Type.Optional(Actor),
})
export type CallerMessage = Static<typeof CallerMessage>

/** `SignedInCaller`. */
export const SignedInMessage = Open({
  ...CallerMessage.properties,
  actor: Actor,
  sessionId: Type.String(),
  csrfToken: Type.String(),
  confirmedAt: Type.Optional(Type.Number()),
})
export type SignedInMessage = Static<typeof SignedInMessage>

const Secrets = Open({ secrets: Type.Array(Type.String(), { maxItems: lookupsMax }) })
const Nothing = Open({})

/**
 * All operations between services, by name. Shapes are those of the interfaces behind them: add fields there. Field
 * names are those of the code, because both ends are part of Signalbox.
 */
export const internalOperations = {
  ping: lookup(Nothing, Nothing),
  /** Results are in the order of the keys; null if unknown. */
  findDsnKeys: lookup(
    Open({ publicKeys: Type.Array(Type.String(), { maxItems: lookupsMax }) }),
    Open({ owners: Type.Array(NullableOf(DsnKeyOwner)) }),
  ),
  findApiKeys: lookup(Secrets, Open({ callers: Type.Array(NullableOf(CallerMessage)) })),
  findBrowserSessions: lookup(Secrets, Open({ callers: Type.Array(NullableOf(SignedInMessage)) })),
  findProject: lookup(
    Open({ organizationId: Type.String(), idOrNumber: Type.String() }),
    Open({ project: NullableOf(ProjectReference) }),
  ),
  readSettings: lookup(
    Open({ projectId: Type.String(), version: Type.Integer() }),
    Open({ settings: NullableOf(ProjectSettings) }),
  ),
  readCurrentSettings: lookup(Open({ projectId: Type.String() }), Open({ settings: ProjectSettings })),
  findIssue: lookup(
    Open({ organizationId: Type.String(), issueId: Type.String() }),
    Open({ issue: NullableOf(IssueReference) }),
  ),
  findIssues: lookup(
    Open({ organizationId: Type.String(), issueIds: Type.Array(Type.String()) }),
    Open({ issues: MapOf(IssueReference) }),
  ),
  findIssueIds: lookup(
    Open({
      organizationId: Type.String(),
      fingerprints: Type.Array(Open({ projectId: Type.String(), fingerprint: Type.String() })),
    }),
    Open({ issueIds: MapOf(Type.String()) }),
  ),
  recordSightings: work(Open({ sightings: Type.Array(Sighting, { maxItems: sightingsMax }) }), Nothing),
  listDeletions: work(
    Open({ afterId: Type.String(), max: Type.Integer({ minimum: 0 }) }),
    Open({ deletions: Type.Array(EventDeletion) }),
  ),
  finishDeletion: work(Open({ id: Type.String() }), Nothing),
  listProjectDeletions: work(
    Open({ afterId: Type.String(), max: Type.Integer({ minimum: 0 }) }),
    Open({ deletions: Type.Array(ProjectDeletion) }),
  ),
  finishProjectDeletion: work(Open({ id: Type.String() }), Nothing),
  claimSessions: work(
    Open({ owner: Type.String(), leaseMs: Type.Number(), max: Type.Integer({ minimum: 0 }) }),
    Open({ sessions: Type.Array(ClaimedSession) }),
  ),
  renewLease: lookup(Open({ lease: SessionLease, leaseMs: Type.Number() }), Nothing),
  appendStep: work(Open({ lease: SessionLease, recorded: RecordedStep, usage: StepUsage }), Nothing),
  endTurn: work(Open({ lease: SessionLease, turn: SessionTurn }), Nothing),
  resolveScripts: work(ScriptRequest, Open({ scripts: Type.Array(ResolvedScript) })),
  claimResymbolication: work(Nothing, Open({ page: NullableOf(ResymbolicationPage) })),
  moveFingerprints: work(
    Open({ moves: Type.Array(FingerprintMove, { maxItems: sightingsMax }) }),
    Open({ moved: Type.Array(Type.Boolean()) }),
  ),
  finishResymbolication: work(ResymbolicationProgress, Nothing),
  /** All current warnings and vitals of a process. */
  reportWarnings: work(
    Open({
      source: Type.String({ maxLength: 64 }),
      warnings: Type.Array(WarningReport, { maxItems: 1_000 }),
      vitals: Type.Optional(ProcessVitals),
    }),
    Nothing,
  ),
  /** Calls a read-only API route for an organization. `answer` is the response as parsed from its JSON. */
  askRoute: work(
    Open({
      organizationId: Type.String(),
      route: Type.String(),
      params: MapOf(Type.Unknown()),
      query: MapOf(Type.Unknown()),
      body: Type.Optional(Type.Unknown()),
    }),
    Open({ answer: Type.Unknown() }),
  ),
} as const satisfies Record<string, InternalOperation>

export type InternalOperationName = keyof typeof internalOperations
export type InternalRequest<Name extends InternalOperationName> = Static<(typeof internalOperations)[Name]['request']>
export type InternalResponse<Name extends InternalOperationName> = Static<(typeof internalOperations)[Name]['response']>

/** Operations are called at `POST /internal/v1/<name>`. Not part of the public API. */
export const internalPath = '/internal/v1'
/** Set on every response of an internal router, so that a response from anything else is not mistaken for one. */
export const internalHeader = 'X-Signalbox-Internal'
