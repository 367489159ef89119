import { dayMs, toTimestamp } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import { Router } from 'express'

export interface SecurityTextOptions {
  /**
   * Contact for reporting vulnerabilities, as a URL such as `mailto:security@example.com`; if undefined, nothing is
   * served.
   */
  contact: string | undefined
  publicUrl: string
  clock: Clock
}

const path = '/.well-known/security.txt'
/** The file must expire in less than a year (RFC 9116, 2.5.5). */
const validMs = 180 * dayMs

/** Serves `security.txt` (RFC 9116): how to report a vulnerability in this installation. */
export function createSecurityText({ contact, publicUrl, clock }: SecurityTextOptions): Router {
  const router = Router()
  if (contact === undefined) return router
  router.get(path, (_req, res) => {
    const fields = [
      `Contact: ${contact}`,
      `Expires: ${toTimestamp(clock() + validMs)}`,
      `Canonical: ${publicUrl}${path}`,
    ]
    res.type('text/plain; charset=utf-8').send(`${fields.join('\n')}\n`)
  })
  return router
}
