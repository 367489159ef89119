import type { ReportDraft } from '../../src/investigation/investigation.js'

/** An empty report. */
export const emptyDraft: ReportDraft = {
  verdict: 'inconclusive',
  cause: null,
  first_failing_service: null,
  onset_at: null,
  blast_radius: [],
  remediation: 'none',
  confidence: 0,
  claims: [],
  rivals: [],
}
