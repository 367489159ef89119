import { TOTP } from 'otpauth'

/** What an authenticator app shows. @param secret In base 32. @param now Unix milliseconds. */
export function appCode(secret: string, now: number): string {
  return new TOTP({ secret }).generate({ timestamp: now })
}
