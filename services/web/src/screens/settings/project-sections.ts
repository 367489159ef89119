/** What can be set of a project, in the order of the page; the ids stand in addresses. */
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
