import type { Member } from '@signalbox/contracts'

/** A member's name, or the email address of one who gave none. */
export function nameOf({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name === '' ? email : name
}
