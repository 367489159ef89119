/** active → completed, failed or cancelled. */
export const sessionStatuses = ['active', 'completed', 'failed', 'cancelled'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/**
 * The conclusion of a session. Investigations end in `cause_found`, `cause_likely`, `no_code_cause`, `healthy` or
 * `inconclusive`; watching a deployment ends in `healthy`, `suspect`, `bad` or `inconclusive`.
 */
export const verdicts = [
  'cause_found',
  'cause_likely',
  'no_code_cause',
  'healthy',
  'suspect',
  'bad',
  'inconclusive',
] as const
export type Verdict = (typeof verdicts)[number]
