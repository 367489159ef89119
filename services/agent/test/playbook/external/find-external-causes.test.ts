import type { Change } from '@signalbox/contracts'
import { expect } from 'chai'
import type { FactPack } from '../../../src/facts/fact-pack.js'
import { findExternalCauses } from '../../../src/playbook/external/find-external-causes.js'
import { readScene } from '../../../src/playbook/scene/read-scene.js'
import { createChange } from '../../support/create-change.js'
import { breaksAt, createFacts, says, steps } from '../../support/facts.js'

const broken = steps('checkout', 'error_ratio', [0.002, 0.6])

function causesOf(given: Partial<FactPack>): string[] {
  const series = [broken, ...(given.series ?? [])]
  return findExternalCauses(readScene(createFacts({ ...given, series }))).map(({ name }) => name)
}

/** Each line is the only one that `checkout` logs, in all of its errors. */
const said: Readonly<Record<string, readonly string[]>> = {
  'outside-host': [
    'POST https://api.pay.example.com/v1/charges: 503 Service Unavailable',
    'request to https://geo.vendor.io/lookup timed out after 10000ms',
    'payment provider answered 502',
    'smtp.mailer.net: connection refused',
  ],
  'host-lost': [
    'connection refused: primary orders-db-0 not accepting connections',
    'FATAL: the database system is in recovery mode',
    'MongoServerSelectionError: no primary found in replica set',
    'connection to broker kafka-2 lost: no route to host',
    'redis shard eu-west-1b unreachable',
  ],
  'noisy-neighbour': [
    'Evicted: the node was low on resource: memory pressure',
    'node-7: pod batch-train-x91 using 14 cores above request',
  ],
  'certificate-expired': [
    'remote error: tls: x509: certificate has expired or is not yet valid',
    'SSLError: certificate verify failed: certificate has expired',
  ],
  'credential-expired': ['the provided API key has been revoked', 'password for user billing has expired'],
  'clock-skew': ['RequestTimeTooSkewed: clock skew of 912 s', 'ntp: no servers reachable, system time is wrong'],
  'image-unavailable': ['Back-off: ErrImagePull', 'Failed to pull image: registry unavailable'],
}

/** Messages of errors in the application's own code. */
const own = [
  'runtime error: invalid memory address or nil pointer dereference',
  "KeyError: 'total_cents' while building invoice",
  'deadlock detected; process 311 waits for lock',
  'connection pool exhausted, request timed out after 3000ms',
  'jwt validation failed: token is expired',
  'relation "favorites" does not exist',
  'too many open files',
  'payment service answered 500',
]

describe('findExternalCauses', () => {
  for (const [name, lines] of Object.entries(said)) {
    for (const line of lines) {
      it(`recognizes ${name} in "${line}"`, () => {
        expect(causesOf({ logPatterns: [says('checkout', line)] })).to.include(name)
      })
    }
  }

  for (const line of own) {
    it(`finds no external cause in "${line}"`, () => {
      expect(causesOf({ logPatterns: [says('checkout', line)] })).to.deep.equal([])
    })
  }

  it('recognizes one record in all errors, but not many records', () => {
    const line = (order: number) => `cannot decode message at offset ${order}: unexpected end of input`
    const pattern = says('checkout', line(8817), [8817, 8817, 8817, 8817].map(line))
    expect(causesOf({ logPatterns: [pattern] })).to.include('bad-record')
    const others = says('checkout', line(1), [2, 3, 4, 5].map(line))
    expect(causesOf({ logPatterns: [others] })).not.to.include('bad-record')
  })

  it('recognizes the record in most lines beside rare other lines', () => {
    const line = 'cannot decode message at offset 8817: unexpected end of input'
    const rare = ['cache entry was large', 'token was refreshed twice', 'answer of DNS was slow']
    const beside = rare.map((body) => ({ ...says('checkout', body), level: 'warn', count: 1 }))
    expect(causesOf({ logPatterns: [says('checkout', line), ...beside] })).to.include('bad-record')
  })

  it('recognizes names that stopped resolving in two services, but not one mistyped name', () => {
    const lookup = (name: string) => `dial tcp: lookup ${name} on 10.96.0.10:53: no such host`
    const two = [says('checkout', lookup('api.pay.example.com')), says('mail', lookup('smtp.mailer.net'))]
    expect(causesOf({ logPatterns: two })).to.include('name-resolution')
    expect(causesOf({ logPatterns: [says('checkout', lookup('db-primry.internal'))] })).not.to.include(
      'name-resolution',
    )
  })

  it('recognizes an expired credential once, even if only its holder reports it', () => {
    const refused = says('checkout', 'FATAL: password authentication failed for user "checkout_app"')
    const reason = { ...says('keeper', 'lease database/creds/checkout_app expired'), level: 'warn', count: 1 }
    expect(causesOf({ logPatterns: [refused, reason] })).to.include('credential-expired')
    expect(causesOf({ logPatterns: [refused] })).not.to.include('credential-expired')
  })

  it('recognizes a surge at the edge', () => {
    const series = [steps('checkout', 'requests_per_sec', [400, 2400], breaksAt - 60_000)]
    expect(causesOf({ series })).to.include('traffic-surge')
  })

  it('does not take calls that a service itself repeats for a surge', () => {
    const spans = [rootOf('checkout')]
    const calls = steps('checkout', 'reads_per_minute', [400, 2400], breaksAt - 60_000)
    const retries = steps('checkout', 'read_retries_per_minute', [4, 2000], breaksAt - 60_000)
    expect(causesOf({ series: [calls], spans })).to.include('traffic-surge')
    expect(causesOf({ series: [calls, retries], spans })).not.to.include('traffic-surge')
  })

  it('does not blame a provider for refusing calls that multiplied', () => {
    const logPatterns = [says('checkout', 'provider rates: 429, backing off')]
    const calls = steps('checkout', 'provider_calls_per_second', [10, 90], breaksAt - 60_000)
    expect(causesOf({ logPatterns })).to.include('outside-host')
    expect(causesOf({ logPatterns, series: [calls] })).not.to.include('outside-host')
  })

  it('blames the provider whose name stopped resolving, but not a name that a change introduced', () => {
    const line =
      'POST failed: Post "https://licenses.vendor.example/v2": dial tcp: lookup licenses.vendor.example: no such host'
    const logPatterns = [says('checkout', line)]
    expect(causesOf({ logPatterns })).to.include('outside-host')
    const diff = '@@ -1 +1 @@\n-  url: https://license.vendor.example/v2\n+  url: https://licenses.vendor.example/v2'
    const changes = [createChange({ kind: 'commit', id: 'c0ffee00', diff })]
    expect(causesOf({ logPatterns, changes })).not.to.include('outside-host')
    const own = line.replaceAll('licenses.vendor.example', 'licenses.prod.internal')
    expect(causesOf({ logPatterns: [says('checkout', own)] })).not.to.include('outside-host')
  })

  it('does not mistake the daily rise of load, which takes an hour, for a surge', () => {
    const climbing = steps('checkout', 'requests_per_sec', [1, 1]).points.map(([at]): [number, number] => {
      const minutes = (at - breaksAt) / 60_000
      return [at, minutes < -40 ? 400 : 400 + 20 * (minutes + 40)]
    })
    const series = [{ ...steps('checkout', 'requests_per_sec', [1, 1]), points: climbing }]
    expect(causesOf({ series })).not.to.include('traffic-surge')
  })

  it('recognizes something that a log line called valid until the problem began, unless each line names another time', () => {
    const until = (time: string) => `provider configured: client secret exp=${time}`
    const [now, later] = [until('2026-05-04T08:59:30Z'), until('2026-05-04T11:00:00Z')]
    const early = { ...says('checkout', now), level: 'info', firstAt: breaksAt - 3_000_000 }
    expect(causesOf({ logPatterns: [early] })).to.include('credential-expired')
    const renewed = { ...says('checkout', now, [later]), level: 'info', firstAt: breaksAt - 3_000_000 }
    expect(causesOf({ logPatterns: [renewed] })).not.to.include('credential-expired')
  })

  it('finds no surge if callers with constant load call more', () => {
    const series = [
      steps('checkout', 'requests_per_sec', [400, 2400], breaksAt - 60_000),
      steps('portal', 'requests_per_sec', [100, 100]),
    ]
    const dependencies = [{ caller: 'portal', callee: 'checkout', calls: 9, errors: 0, p95Ms: 9, evidence: 'e4' }]
    expect(causesOf({ series, dependencies })).not.to.include('traffic-surge')
  })

  it('recognizes a gateway that lost packets before anyone was affected', () => {
    const series = [steps('nat-gateway', 'packet_loss_ratio', [0.0001, 0.4])]
    expect(causesOf({ series })).to.include('infrastructure-failed')
  })

  it('does not take killed and restarting containers for failing infrastructure', () => {
    const killed = says('kube-events', 'Memory cgroup out of memory: Killed process 808 (worker)')
    const restarting = says('kube-events', 'Back-off restarting failed container app in pod checkout-1')
    expect(causesOf({ logPatterns: [killed, restarting] })).not.to.include('infrastructure-failed')
  })

  it('finds the record in the info lines of a service that it kills', () => {
    const taken = says('checkout', 'start doc=doc_d0b28de2 pages=61240')
    const start = { ...taken, level: 'info', examples: taken.examples.flatMap((one) => [one, one, one, one]) }
    const died = says('checkout', "process 'worker' exited with signal: killed")
    expect(causesOf({ logPatterns: [start, died] })).to.include('bad-record')
    expect(causesOf({ logPatterns: [start] })).not.to.include('bad-record')
  })

  it('takes the account in a host name for a destination, not for a record', () => {
    const line = 'cannot read from account=acme-eu1: https://acme-eu1.warehouse.example.com answered 503'
    expect(causesOf({ logPatterns: [says('checkout', line, [line, line, line])] })).to.deep.equal(['outside-host'])
  })

  it('recognizes a host that several services name, even in a smaller share of the messages', () => {
    const line = 'https://api.pay.example.com answered 503'
    const named = [says('checkout', line), says('mail', line)].map((one) => ({ ...one, count: 6 }))
    const beside = says('checkout', 'order could not be placed')
    const others = { ...beside, counts: beside.counts.map(([at]): [number, number] => [at, 2]) }
    expect(causesOf({ logPatterns: [...named, others] })).to.include('outside-host')
  })

  it('does not take a package name for a host', () => {
    const line = 'no answer within 1500 ms: java.net.http.HttpTimeoutException: request timed out'
    expect(causesOf({ logPatterns: [says('checkout', line)] })).to.deep.equal([])
  })

  it('advises more capacity for a surge, but not if a quota refuses the excess', () => {
    const series = [broken, steps('checkout', 'requests_per_sec', [400, 2400], breaksAt - 60_000)]
    const surgeOf = (logPatterns: FactPack['logPatterns']) =>
      findExternalCauses(readScene(createFacts({ series, logPatterns }))).find(({ name }) => name === 'traffic-surge')
    expect(surgeOf([])?.remediation).to.equal('scale')
    const refused = says('checkout', 'order refused: too many new orders from this account in the last 3 h')
    expect(surgeOf([refused])?.remediation).to.equal('escalate-upstream')
  })

  it('advises to leave the machine if lookups fail on one of several only', () => {
    const lookup = (name: string) => `dial tcp: lookup ${name} on 10.96.0.10:53: no such host`
    const on = (pattern: FactPack['logPatterns'][number], hosts: readonly string[]) => ({
      ...pattern,
      examples: hosts.map((host, index) => ({
        ...(pattern.examples[0] ?? { at: breaksAt, body: pattern.pattern, traceId: '' }),
        at: breaksAt + index * 60_000,
        attributes: { 'host.name': host },
      })),
    })
    const failing = ['api.pay.example.com', 'smtp.mailer.net'].map((name) => on(says('checkout', lookup(name)), ['n1']))
    const usual = { ...on(says('checkout', 'request served'), ['n1', 'n2', 'n3', 'n4']), level: 'info' }
    const [cause] = findExternalCauses(readScene(createFacts({ series: [broken], logPatterns: [...failing, usual] })))
    expect(cause).to.include({ name: 'name-resolution', remediation: 'reschedule', on: 'n1' })
  })

  it('blames the one partner that errors name, but not the one kind of request', () => {
    const on = (pattern: FactPack['logPatterns'][number], name: string, values: readonly string[]) => ({
      ...pattern,
      examples: values.map((value, index) => ({
        at: breaksAt + index * 60_000,
        body: pattern.pattern,
        traceId: '',
        attributes: { [name]: value },
      })),
    })
    const causesBy = (name: string) =>
      causesOf({
        logPatterns: [
          on(says('checkout', 'call timed out'), name, ['b', 'b', 'b']),
          { ...on(says('checkout', 'call done'), name, ['a', 'b', 'c', 'd']), level: 'info' },
        ],
      })
    expect(causesBy('supplier')).to.include('one-member')
    for (const name of ['controller', 'req.url', 'http.request.path'])
      expect(causesBy(name), name).not.to.include('one-member')
  })

  it('recognizes a certificate whose gauge passes zero', () => {
    const gauge = steps('payments', 'tls_cert_seconds_until_expiry', [600, -600])
    expect(causesOf({ series: [gauge] })).to.include('certificate-expired')
  })

  it('recognizes a status notice near the onset, but no resolved or old one', () => {
    expect(causesOf({ changes: [notice('degraded', -5)] })).to.include('status-notice')
    expect(causesOf({ changes: [notice('resolved', -5)] })).not.to.include('status-notice')
    expect(causesOf({ changes: [notice('degraded', -600)] })).not.to.include('status-notice')
  })
})

function notice(status: string, minutes: number): Change {
  const occurredAt = new Date(breaksAt + minutes * 60_000).toISOString()
  return createChange({
    kind: 'status',
    id: status,
    occurred_at: occurredAt,
    title: `payments: ${status}`,
    details: { status },
  })
}

/** A request that nobody else of ours made. */
function rootOf(service: string): FactPack['spans'][number] {
  const took = { durationMs: 1, selfMs: 1, failed: false }
  const alone = { caller: null, failedCallees: [], attributes: {}, evidence: 'e9' }
  return { traceId: 't', service, operation: 'read', at: breaksAt, ...took, ...alone }
}
