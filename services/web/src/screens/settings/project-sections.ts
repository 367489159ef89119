/** A project's settings sections in display order; the ids are part of addresses. */
export const projectSections = [
  { id: 'general', text: 'General' },
  { id: 'keys', text: 'Keys' },
  { id: 'intake', text: 'Ingestion' },
  { id: 'quotas', text: 'Quotas' },
  { id: 'filters', text: 'Filters' },
  { id: 'scrubbing', text: 'Scrubbing' },
  { id: 'grouping', text: 'Grouping' },
  { id: 'channels', text: 'Channels' },
  { id: 'source-maps', text: 'Source maps' },
] as const

export type ProjectSection = (typeof projectSections)[number]['id']
