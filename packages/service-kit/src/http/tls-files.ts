import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { dayMs } from '@signalbox/contracts'
import { systemClock, type Clock } from '../clock.js'
import { ConfigError } from '../config/read-config.js'
import type { ServingConfig } from '../config/serving.js'
import { createRepeater, type Repetition } from '../lifetime/create-repeater.js'
import type { Log } from '../logging/log.js'
import type { Metrics } from '../metrics/metrics.js'

/** A certificate and its key. */
export interface TlsPair {
  /** PEM, including intermediate certificates. */
  cert: Buffer
  /** PEM. */
  key: Buffer
  /** Unix milliseconds. */
  expiresAt: number
}

/** The certificate and key in two files, which the operator renews in place. */
export interface TlsFiles {
  /** Returns the most recently read pair; the previous one while the files are unusable. */
  pair(): TlsPair
  /** Checks the files periodically until stopped. @param onChange Called with each new pair. */
  watch(onChange: (pair: TlsPair) => void): Repetition
}

export interface TlsSurroundings {
  log: Pick<Log, 'info' | 'warn' | 'error'>
  metrics: Pick<Metrics, 'gauge'>
  clock?: Clock
  /** How often the files are read, in milliseconds. */
  checkEveryMs?: number
}

interface Paths {
  certFile: string
  keyFile: string
}

/** By then, automatic renewal has failed for weeks. */
const warnedBeforeMs = 7 * dayMs
const warnedEveryMs = dayMs

/**
 * Call once per registry: exports the expiry of the certificate as
 * `signalbox_tls_certificate_expiry_timestamp_seconds`.
 * @returns undefined if no files are configured.
 * @throws ConfigError if only one is configured, one cannot be read, or they do not match.
 */
export function openTlsFiles(
  config: Pick<ServingConfig, 'tlsCert' | 'tlsKey'>,
  { log, metrics, clock = systemClock, checkEveryMs = 10_000 }: TlsSurroundings,
): TlsFiles | undefined {
  const paths = pathsOf(config)
  if (paths === undefined) return undefined
  const expiry = metrics.gauge(
    'signalbox_tls_certificate_expiry_timestamp_seconds',
    'Expiry of the served certificate in Unix seconds',
    [],
  )
  let current = readAtStart(paths)
  let toldFault: string | undefined
  let warnedAt = Number.NEGATIVE_INFINITY
  const warnOfExpiry = () => {
    expiry.set({}, Math.floor(current.expiresAt / 1_000))
    const now = clock()
    if (current.expiresAt - now > warnedBeforeMs || now - warnedAt < warnedEveryMs) return
    warnedAt = now
    const state = current.expiresAt > now ? 'is about to expire' : 'has expired'
    log.warn(
      { certFile: paths.certFile, expiresAt: new Date(current.expiresAt).toISOString() },
      `the certificate ${state}`,
    )
  }
  const check = (onChange: (pair: TlsPair) => void) => {
    const found = tryRead(paths)
    const fault = 'fault' in found ? found.fault : undefined
    if (fault !== undefined && fault !== toldFault) {
      log.error({ fault }, 'the new certificate is not usable; still serving the previous one')
    }
    toldFault = fault
    if ('pair' in found && !isSame(found.pair, current)) {
      current = found.pair
      warnedAt = Number.NEGATIVE_INFINITY
      onChange(current)
      log.info({ expiresAt: new Date(current.expiresAt).toISOString() }, 'certificate reloaded')
    }
    warnOfExpiry()
    return clock() + checkEveryMs
  }
  warnOfExpiry()
  return {
    pair: () => current,
    watch: (onChange) =>
      createRepeater({ clock, log, pauseMsMax: checkEveryMs })(
        'reloading the certificate',
        () => check(onChange),
        checkEveryMs,
      ),
  }
}

/** @throws ConfigError if only one is configured. */
function pathsOf({ tlsCert, tlsKey }: Pick<ServingConfig, 'tlsCert' | 'tlsKey'>): Paths | undefined {
  if (tlsCert !== undefined && tlsKey !== undefined) return { certFile: tlsCert, keyFile: tlsKey }
  if (tlsCert !== undefined) throw new ConfigError(['SIGNALBOX_TLS_KEY must be set with SIGNALBOX_TLS_CERT'])
  if (tlsKey !== undefined) throw new ConfigError(['SIGNALBOX_TLS_CERT must be set with SIGNALBOX_TLS_KEY'])
  return undefined
}

function readAtStart(paths: Paths): TlsPair {
  const found = tryRead(paths)
  if ('fault' in found) throw new ConfigError([found.fault])
  return found.pair
}

function tryRead({ certFile, keyFile }: Paths): { pair: TlsPair } | { fault: string } {
  const cert = tryStep(`SIGNALBOX_TLS_CERT: ${certFile} cannot be read`, () => readFileSync(certFile))
  if ('fault' in cert) return cert
  const key = tryStep(`SIGNALBOX_TLS_KEY: ${keyFile} cannot be read`, () => readFileSync(keyFile))
  if ('fault' in key) return key
  const certificate = tryStep(
    `SIGNALBOX_TLS_CERT: ${certFile} does not start with a PEM certificate`,
    () => new X509Certificate(cert.value),
  )
  if ('fault' in certificate) return certificate
  const matched = tryStep(
    `SIGNALBOX_TLS_KEY: ${keyFile} is not the unencrypted private key of the certificate in ${certFile}`,
    () => createSecureContext({ cert: cert.value, key: key.value }),
  )
  if ('fault' in matched) return matched
  return { pair: { cert: cert.value, key: key.value, expiresAt: Date.parse(certificate.value.validTo) } }
}

function tryStep<T>(what: string, step: () => T): { value: T } | { fault: string } {
  try {
    return { value: step() }
  } catch (error) {
    return { fault: `${what} (${error instanceof Error ? error.message : String(error)})` }
  }
}

function isSame(one: TlsPair, other: TlsPair): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key)
}
