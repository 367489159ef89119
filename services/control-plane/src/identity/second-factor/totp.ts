import { Secret, TOTP } from 'otpauth'

/** What authenticator apps assume when nobody tells them otherwise: SHA-1, six digits, 30 seconds (RFC 6238). */
const periodMs = 30_000
/** Clocks of telephones go wrong: the code before and the code after are right as well. */
const stepsAside = 1
const secretBytes = 20
const issuer = 'Signalbox'

/** A new secret in base 32, of the length that RFC 4226 recommends. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The address that a QR code holds. @param email Whom the app names the secret after. */
export function createTotpUri(secret: string, email: string): string {
  return createTotp(secret, email).toString()
}

/**
 * The time step that a code belongs to.
 * @param code Six digits.
 * @param now Unix milliseconds.
 * @returns undefined for a code that is none of now, one step before or one after.
 */
export function findTimeStep({ secret, code, now }: { secret: string; code: string; now: number }): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window: stepsAside })
  return delta === null ? undefined : Math.floor(now / periodMs) + delta
}

function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodMs / 1_000 })
}
