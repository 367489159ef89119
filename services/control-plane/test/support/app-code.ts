import { TOTP } from 'otpauth'

/** The code shown by an authenticator app. @param secret In base 32. @param now Unix milliseconds. */
export function appCode(secret: string, now: number): string {
  return new TOTP({ secret }).generate({ timestamp: now })
}
