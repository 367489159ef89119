import type { Role } from '@signalbox/contracts'

export interface Permission {
  isAllowed: boolean
  /** The reason for people; undefined if allowed. */
  reason: string | undefined
}

/** What roles are called: as a label, and with an article within a sentence. Most powerful first. */
export const roleWords: Readonly<Record<Role, { label: string; inSentence: string }>> = {
  owner: { label: 'Owner', inSentence: 'an owner' },
  admin: { label: 'Admin', inSentence: 'an admin' },
  member: { label: 'Member', inSentence: 'a member' },
  viewer: { label: 'Viewer', inSentence: 'a viewer' },
}
