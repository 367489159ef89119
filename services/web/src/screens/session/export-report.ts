import type { SessionDetail } from '@signalbox/contracts'

/** A report as text for a chat or a ticket: question, summary, the claims that it does not tell, and the session's address. */
export function writeReport({ prompt, report, url, failure }: SessionDetail): string {
  const told = report?.summary ?? ''
  const untold = (report?.claims ?? []).filter(({ text, status }) => status === 'unsupported' || !told.includes(text))
  const claims = untold.map(({ text, status, evidence_ids: ids }) => {
    const mark = status === 'verified' ? '✓' : '✗ not verified:'
    return `${mark} ${text}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}`
  })
  return [prompt, '', report?.summary ?? failure ?? '', '', ...claims, '', new URL(url, location.href).href].join('\n')
}

/** Saves a session with all its steps and evidence as a file. */
export function downloadSession(detail: SessionDetail): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(detail, undefined, 2)], { type: 'application/json' }))
  link.download = `session-${detail.session_id}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
