import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Paths of PEM files. */
export interface TlsPairFiles {
  tlsCert: string
  tlsKey: string
}

/**
 * Creates a self-signed certificate for `localhost` and 127.0.0.1, with its key, using the system's `openssl`.
 * Overwrites the files.
 */
export function makeTlsPair(directory: string, options: { name?: string; days?: number } = {}): TlsPairFiles {
  const { name = 'signalbox', days = 30 } = options
  const files = { tlsCert: join(directory, 'cert.pem'), tlsKey: join(directory, 'key.pem') }
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const out = ['-days', String(days), '-out', files.tlsCert, '-keyout', files.tlsKey]
  execFileSync('openssl', [...request, ...subject, ...out], { stdio: 'pipe' })
  return files
}
