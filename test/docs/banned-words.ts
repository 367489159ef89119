/** Words that the glossary replaced, with what to write instead. Looked for in sources, tests and documents. */
export const bannedWords: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /carr(y|ies|ied|ying) (it |them )?out\b|\bcarryOut/i, instead: 'run, apply or execute' },
  { pattern: /\bdrawFromQuotas\b/, instead: 'enforceQuotas' },
  { pattern: /\bcreateCreate[A-Z]/, instead: 'create… and Route, such as createApiKeyRoute' },
  { pattern: /\bDeadLetterDesk\b/i, instead: 'DeadLetterQueue' },
  { pattern: /\bkeepHouse\b|\bhouseKept/, instead: 'runHousekeeping' },
  { pattern: /\bstandAside\b|\bonStandAside\b/, instead: 'onLeaseLost' },
  { pattern: /\bbringBack\b/, instead: 'reopenAsRegressed' },
  { pattern: /\bIssueMoment/, instead: 'IssueEvent' },
  { pattern: /\bmend(s|ed|ing|[A-Z]\w*)?\b/i, instead: 'fix, repair or patch' },
  { pattern: /must not stand beside/i, instead: 'cannot be combined with' },
  { pattern: /[Ww]hen another process does it/, instead: 'unless this process holds the lease' },
]
