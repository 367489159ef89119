import { Secret, TOTP } from 'otpauth'

/** Defaults of authenticator apps: SHA-1, six digits, 30 seconds (RFC 6238). */
const periodMs = 30_000
/** Tolerates inaccurate phone clocks: the previous and the next code are valid as well. */
const stepsAside = 1
const secretBytes = 20
const issuer = 'Signalbox'

/** Creates a secret in Base32, of the length recommended by RFC 4226. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** Returns the URI for the QR code. @param email Label of the secret in the app. */
export function createTotpUri(secret: string, email: string): string {
  return createTotp(secret, email).toString()
}

/**
 * Returns the time step of a code.
 * @param code Six digits.
 * @param now Unix milliseconds.
 * @returns undefined unless the code is valid for the current, previous or next time step.
 */
export function findTimeStep({ secret, code, now }: { secret: string; code: string; now: number }): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window: stepsAside })
  return delta === null ? undefined : Math.floor(now / periodMs) + delta
}

function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodMs / 1_000 })
}
