/** A completion of the term being typed. */
export interface Suggestion {
  /** The complete term; one that ends in a colon is continued. */
  text: string
  note: string
}

/** The organization's values for completing terms. */
export interface KnownValues {
  releases: readonly string[]
  environments: readonly string[]
  members: readonly string[]
  projects: readonly string[]
}

const keys: Readonly<Record<string, string>> = {
  is: 'issue state',
  assigned: 'issue owner',
  level: 'level of the first event',
  release: 'any event’s release',
  environment: 'any event’s environment',
  first_release: 'release first seen in',
  first_seen: 'when it was first seen',
  age: 'newer or older than',
  times_seen: 'event count',
  users: 'user count',
  project: 'project name',
  platform: 'platform of the first event',
  transaction: 'transaction name',
  'error.type': 'exception type',
  'error.value': 'exception message',
  'user.id': 'affected user',
  server_name: 'host name',
  trace: 'trace ID',
  has: 'property is set',
}

const fixedValues: Readonly<Record<string, readonly string[]>> = {
  is: ['unresolved', 'resolved', 'archived', 'new', 'regressed', 'escalated', 'reopened', 'assigned', 'unassigned'],
  level: ['fatal', 'error', 'warning', 'info', 'debug'],
  age: ['-1h', '-24h', '-7d', '+30d'],
  times_seen: ['>10', '>100', '>1000'],
  users: ['>10', '>100'],
  has: ['user', 'release', 'environment', 'trace', 'transaction'],
  platform: ['javascript', 'node', 'python', 'java', 'go', 'php', 'ruby', 'csharp', 'native'],
}

const shownMax = 8

/** Completions of the text typed so far: property names, then values of the named property. */
export function suggestTerms(typed: string, known: KnownValues): Suggestion[] {
  const negation = typed.startsWith('!') ? '!' : ''
  const term = typed.slice(negation.length)
  const colon = term.indexOf(':')
  if (colon === -1) return suggestKeys(term, negation)
  const [key, begun] = [
    term.slice(0, colon),
    term
      .slice(colon + 1)
      .toLowerCase()
      .replace(/^"/, ''),
  ]
  return valuesOf(key, known)
    .filter((value) => value.toLowerCase().includes(begun) && value.toLowerCase() !== begun)
    .slice(0, shownMax)
    .map((value) => ({ text: `${negation}${key}:${quote(value)}`, note: '' }))
}

function suggestKeys(begun: string, negation: string): Suggestion[] {
  return Object.entries(keys)
    .filter(([key]) => key.startsWith(begun.toLowerCase()))
    .slice(0, shownMax)
    .map(([key, note]) => ({ text: `${negation}${key}:`, note }))
}

function valuesOf(key: string, { releases, environments, members, projects }: KnownValues): readonly string[] {
  const dynamic: Readonly<Record<string, readonly string[]>> = {
    release: ['latest', ...releases],
    first_release: ['latest', ...releases],
    environment: environments,
    assigned: ['me', 'none', ...members],
    project: projects,
  }
  return fixedValues[key] ?? dynamic[key] ?? []
}

function quote(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value
}
