import { recordEntry, type AuditDependencies, type AuditedResult } from '../audit/record-entry.js'
import type { IdentityStores } from './store/identity-stores.js'
import type { UserRow } from './store/users.js'

/** Writes an entry to the audit log of every organization a user belongs to. Call within a transaction. */
export function recordForUser(
  { store, clock }: AuditDependencies & { store: Pick<IdentityStores, 'members'> },
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
  result: Omit<AuditedResult, 'by' | 'params'>,
): void {
  for (const { id, organization_id: organizationId } of store.members.listOfUser(userId)) {
    const by = { organizationId, actor: { kind: 'member' as const, id, name: email } }
    recordEntry({ store, clock }, { ...result, params: {}, by })
  }
}
