import type { Assertion } from '@signalbox/contracts'
import type { ClaimDraft, ReportDraft } from '../../src/investigation/investigation.js'

const sha = '3f2a91c0d4e5f60718293a4b5c6d7e8f90a1b2c3'

/** Stored results of a small session. */
export const results: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [
    'e1',
    {
      services: [
        { service: 'checkout', requests: 500, errors: 42, error_ratio: 0.084, p95_ms: 1830.4 },
        { service: 'payments', requests: 800, errors: 0, error_ratio: 0, p95_ms: 91 },
        { service: 'checkout-worker', requests: 7, errors: 1, error_ratio: 0.1429, p95_ms: 12 },
      ],
    },
  ],
  [
    'e2',
    {
      changes: [
        {
          change_id: 'c-1',
          kind: 'commit',
          id: sha,
          occurred_at: '2026-05-17T12:00:00.000Z',
          title: 'Tune the pool',
          diff: '-POOL_SIZE = 50\n+POOL_SIZE = 5\n',
          details: {},
        },
        {
          change_id: 'c-2',
          kind: 'commit',
          id: '77aa91c0d4e5f60718293a4b5c6d7e8f90a1b2c3',
          occurred_at: '2026-05-17T11:59:00.000Z',
          title: 'Fix docs/readme.md',
          diff: null,
          details: {},
        },
      ],
      total: 2,
      has_more: false,
    },
  ],
  [
    'e3',
    {
      onset_at: '2026-05-17T12:04:00.000Z',
      first_failing_service: 'checkout',
      blast_radius: ['web'],
      memory_bytes: 536_870_912,
      seconds: 90,
      points: [
        [1_779_019_200_000, 10],
        [1_779_019_260_000, 25],
      ],
    },
  ],
])

export function assertion(
  evidence_id: string,
  pointer: string,
  operator: Assertion['operator'],
  value?: unknown,
): Assertion {
  return { evidence_id, pointer, operator, ...(value !== undefined && { value }) }
}

/** A claim about the errors of checkout, with any text. */
export function claim(text: string): ClaimDraft {
  return {
    text,
    assertion: [
      assertion('e1', '/services/*/service', 'equals', 'checkout'),
      assertion('e1', '/services/*/errors', 'at-least', 40),
    ],
  }
}

/** A report in which everything holds except the changes. */
export function draft(changes: Partial<ReportDraft>): ReportDraft {
  return {
    verdict: 'cause_found',
    cause: {
      kind: 'commit',
      commit_sha: sha,
      change_id: 'c-1',
      mechanism: 'The commit lowers POOL_SIZE from 50 to 5.',
    },
    first_failing_service: null,
    onset_at: null,
    blast_radius: [],
    remediation: 'rollback',
    confidence: 0.9,
    claims: [
      claim('checkout had 42 errors'),
      {
        text: 'The commit 3f2a91c changes POOL_SIZE',
        assertion: [
          assertion('e2', '/changes/*/change_id', 'equals', 'c-1'),
          assertion('e2', '/changes/*/diff', 'contains', '+POOL_SIZE = 5'),
        ],
      },
      {
        text: 'It began at 12:04 UTC and reached web',
        assertion: [
          assertion('e3', '/onset_at', 'exists'),
          assertion('e3', '/blast_radius', 'at-least-items', 1),
          assertion('e3', '/first_failing_service', 'equals', 'checkout'),
        ],
      },
    ],
    rivals: [],
    ...changes,
  }
}
