import type { ControlPlaneDatabase } from '../../database/database.js'
import type { Sealer } from '../../sealing/sealer.js'
import type { AuditStores } from '../../audit/store/audit-stores.js'
import { createApiKeyStore, type ApiKeyStore } from './api-keys.js'
import { createBrowserSessionStore, type BrowserSessionStore } from './browser-sessions.js'
import { createInvitationStore, type InvitationStore } from './invitations.js'
import { createMemberStore, type MemberStore } from './members.js'
import { createOrganizationStore, type OrganizationStore } from './organizations.js'
import { createPasskeyStore, type PasskeyStore } from './passkeys.js'
import { createPasswordResetStore, type PasswordResetStore } from './password-resets.js'
import { createSecondFactorStore, type SecondFactorStore } from './second-factors.js'
import { createUserStore, type UserStore } from './users.js'

/** Tables of organizations, members, their sign-ins and API keys. */
export interface IdentityTables {
  apiKeys: ApiKeyStore
  browserSessions: BrowserSessionStore
  invitations: InvitationStore
  members: MemberStore
  organizations: OrganizationStore
  passkeys: PasskeyStore
  passwordResets: PasswordResetStore
  secondFactors: SecondFactorStore
  users: UserStore
}

/** Tables that this domain accesses: its own and those of the domains below it. */
export interface IdentityStores extends IdentityTables, AuditStores {}

export function createIdentityTables(database: ControlPlaneDatabase, sealer: Sealer): IdentityTables {
  return {
    apiKeys: createApiKeyStore(database),
    browserSessions: createBrowserSessionStore(database),
    invitations: createInvitationStore(database),
    members: createMemberStore(database),
    organizations: createOrganizationStore(database),
    passkeys: createPasskeyStore(database),
    passwordResets: createPasswordResetStore(database),
    secondFactors: createSecondFactorStore(database, sealer),
    users: createUserStore(database),
  }
}
