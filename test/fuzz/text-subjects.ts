import { parseSearch, SearchSyntaxError, stringifySearch } from '@signalbox/event-search'
import { readStackText } from '@signalbox/sentry-events'
import { expect } from 'chai'
import { findTokenFault } from '../../services/query/src/sql/check-tokens.js'
import { readSentryAuth } from '../../services/ingest/src/sentry/read-sentry-auth.js'
import { readDsn } from '../../services/ingest/src/sentry/read-dsn.js'
import { ProtocolError } from '../../services/ingest/src/requests/protocol-error.js'
import { mutateText } from './mutations.js'
import type { FuzzSubject } from './subject.js'

/** Pure text parsers. They reject input only with their own error. */

const key = '0123456789abcdef0123456789abcdef'

const credentials: readonly [string, ...string[]] = [
  `Sentry sentry_key=${key}, sentry_version=7, sentry_client=sentry.javascript.node/10.0.0, sentry_secret=x`,
  `Basic ${Buffer.from(`${key}:secret`).toString('base64')}`,
  `Bearer ${key}`,
  `https://${key}@signalbox.example/path/42`,
  `https://${key}:secret@signalbox.example:8000/42`,
  `sentry_key=${key}&sentry_version=7&sentry_client=x`,
]

export const authentication: FuzzSubject = {
  name: 'damaged DSNs and authentication headers',
  round: (_corpus, random) => {
    const one = () => (random.next() < 0.5 ? mutateText(random.pick(credentials), random) : undefined)
    const dsn = readDsn(mutateText(random.pick(credentials), random))
    if (dsn !== undefined) expect(dsn.projectNumber).to.match(/^\d{1,20}$/)
    const headers = { 'x-sentry-auth': one(), authorization: one() }
    const found = unlessRefused(ProtocolError, () => readSentryAuth(headers, one() ?? '', one()))
    if (found !== undefined) expect(found.publicKey).to.match(/^[0-9a-f]{32}$/)
  },
}

const stackTexts: readonly [string, ...string[]] = [
  'java.lang.IllegalStateException: no order\n\tat com.acme.Shop.pay(Shop.java:42)\n\tat com.acme.Main.main(Main.java:7)\nCaused by: java.io.IOException: refused\n\tat com.acme.Net.open(Net.java:9)\n\t... 2 more',
  'Traceback (most recent call last):\n  File "/app/shop.py", line 42, in pay\n    charge(order)\nValueError: no order\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/app/main.py", line 7, in <module>\nKeyError: 1',
  'TypeError: no order\n    at Shop.pay (/app/shop.js:42:7)\n    at async main (file:///app/main.mjs:7:3)\n    at <anonymous>',
  'goroutine 7 [running]:\nmain.pay(0x1, {0x2, 0x3})\n\t/app/shop.go:42 +0x1d\nmain.main()\n\t/app/main.go:7 +0x2f\ncreated by main.start in goroutine 1\n\t/app/main.go:3',
  'System.InvalidOperationException: no order\n   at Acme.Shop.Pay(Order order) in /app/Shop.cs:line 42\n --- End of inner exception stack trace ---\n   at Acme.Main.Run()',
]
const platforms = ['java', 'python', 'node', 'javascript', 'go', 'csharp', 'other'] as const

export const stackText: FuzzSubject = {
  name: 'damaged stack traces that come as text',
  round: (_corpus, random) => {
    const text = mutateText(random.pick(stackTexts), random)
    for (const exception of readStackText(text, random.pick(platforms))) {
      expect(exception).to.have.property('type').that.is.a('string')
    }
  },
}

const searches: readonly [string, ...string[]] = [
  'is:unresolved !level:[error,fatal] age:-24h "out of stock" user.id:17*',
  'timesSeen:>=10 firstSeen:<2026-11-21T00:00:00 tags[region]:eu-* has:release assigned:me',
  String.raw`message:"a \"quoted\" \* star" !has:user release:latest`,
]

const search: FuzzSubject = {
  name: 'damaged searches',
  round: (_corpus, random) => {
    const text = mutateText(random.pick(searches), random)
    const terms = unlessRefused(SearchSyntaxError, () => parseSearch(text))
    if (terms === undefined) return
    const again = unlessRefused(SearchSyntaxError, () => parseSearch(stringifySearch(terms), Number.MAX_SAFE_INTEGER))
    if (again !== undefined) expect(again, text).to.deep.equal(terms)
  },
}

const statements: readonly [string, ...string[]] = [
  "SELECT service, quantile(0.95)(duration_ms) AS p95 FROM trace_spans WHERE attributes['a'] = 'it''s' GROUP BY service",
  'SELECT count() FROM (SELECT trace_id FROM trace_spans UNION ALL SELECT trace_id FROM error_events) AS x',
  'SELECT row_number() OVER (PARTITION BY level ORDER BY timestamp) FROM error_events AS e JOIN log_entries AS l USING trace_id',
]

const sql: FuzzSubject = {
  name: 'damaged statements of SQL',
  round: (_corpus, random) => {
    const statement = mutateText(random.pick(statements), random)
    const fault = findTokenFault(statement)
    const mustBeRefused = /;|--|\/\*|\\|`|"|\b(?:settings|format|with)\b\s/i.test(withoutTexts(statement))
    if (fault === undefined && mustBeRefused) throw new Error(`permitted: ${statement}`)
  },
}

/** Without quoted parts, which may contain anything. */
function withoutTexts(statement: string): string {
  return statement.replaceAll(/'(?:[^'\\]|'')*'/g, "''")
}

/** @throws any error other than the parser's own. */
export function unlessRefused<T>(refusal: abstract new (...values: never[]) => Error, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof refusal) return undefined
    throw error
  }
}

export const callersTextSubjects: readonly FuzzSubject[] = [search, sql]
