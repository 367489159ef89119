import type { NormalUser } from '@signalbox/sentry-events'

/** The column `user`: JSON of the fields that queries use, empty if there are none. */
export function userJson(user: NormalUser | undefined): string {
  return user === undefined || Object.keys(user.fields).length === 0 ? '' : JSON.stringify(user.fields)
}
