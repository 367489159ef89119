import { OneOf, Open, warningKinds } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/** A warning, as exchanged between processes. */
export const WarningReport = Open({
  kind: OneOf(warningKinds),
  /** Empty for the complete installation. */
  organizationId: Type.String(),
  projectId: Type.String(),
  subject: Type.String(),
  detail: Type.String(),
  count: Type.Integer(),
  /** Unix milliseconds. */
  since: Type.Number(),
  lastAt: Type.Number(),
})
export type WarningReport = Static<typeof WarningReport>
