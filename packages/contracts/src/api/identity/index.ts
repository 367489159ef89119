import type { RouteContract } from '../http/route.js'
import { readAuditLog } from './audit-log.js'
import {
  changeMember,
  createInvitation,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from './members.js'
import { confirmSession, listSessions, revokeOtherSessions, revokeSession } from './own-sessions.js'
import {
  changeApiKey,
  createApiKey,
  listApiKeys,
  readOrganization,
  renameOrganization,
  revokeApiKey,
} from './organization.js'
import { addPasskey, askForPasskey, removePasskey, renamePasskey, signInWithPasskey, startPasskey } from './passkeys.js'
import { requestPasswordReset, resetPassword } from './password-reset.js'
import { confirmTotp, createRecoveryCodes, readSignInFactors, removeTotp, startTotp } from './second-factor.js'
import {
  acceptInvitation,
  changePassword,
  chooseOrganization,
  finishOidc,
  listSignInMethods,
  readBrowserSession,
  signIn,
  signOut,
  startOidc,
} from './sign-in.js'

export * from './audit-log.js'
export * from './members.js'
export * from './organization.js'
export * from './own-sessions.js'
export * from './passkeys.js'
export * from './password-reset.js'
export * from './roles.js'
export * from './second-factor.js'
export { BrowserSession, PasskeyAssertion } from './sign-in-fields.js'
export * from './sign-in.js'

/** Routes of this domain, in documentation order. */
export const identityRoutes: readonly RouteContract[] = [
  readOrganization,
  renameOrganization,
  listMembers,
  changeMember,
  removeMember,
  listInvitations,
  createInvitation,
  revokeInvitation,
  readAuditLog,
  listApiKeys,
  createApiKey,
  changeApiKey,
  revokeApiKey,
  listSignInMethods,
  signIn,
  acceptInvitation,
  signOut,
  readBrowserSession,
  chooseOrganization,
  changePassword,
  requestPasswordReset,
  resetPassword,
  confirmSession,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  readSignInFactors,
  startTotp,
  confirmTotp,
  removeTotp,
  createRecoveryCodes,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  askForPasskey,
  signInWithPasskey,
  startOidc,
  finishOidc,
]
