import type { ClaimTopic } from './api/sessions/session-report.js'

/**
 * Headings of a report's claims by topic, in the order in which they are shown; topics with the same heading share a section.
 * In a file without schemas, because the web interface imports the values too.
 */
export const claimHeadings = {
  answer: 'Details',
  onset: 'Impact',
  impact: 'Impact',
  remedy: 'What to do',
  check: 'What to do',
  cause: 'Why',
  symptom: 'Also seen',
  'ruled-out': 'Other changes',
  coverage: 'Coverage',
} as const satisfies { [Topic in ClaimTopic]: string }
