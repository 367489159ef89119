import { Type, type Static, type TObject } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf } from '../../schema.js'
import { listedChangeKinds } from '../deployments/changes.js'
import { IssueIdOrName } from '../issues/issues.js'
import { logLevels } from '../queries/logs.js'
import { sqlColumns, sqlTables } from '../queries/sql.js'
import { Assertion, SessionReport } from './session-report.js'

/** A tool as shown to models and MCP clients. Keep it short, because every word is sent with every request. */
export interface ToolContract<Input extends TObject = TObject> {
  /** What it returns. */
  description: string
  input: Input
}

function defineTool<Input extends TObject>(description: string, input: Input): ToolContract<Input> {
  return { description, input }
}

const Moment = Type.String({ format: 'timestamp', description: 'ISO 8601, UTC' })
const range = { start: Moment, end: Moment }
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of results' }))
const Text = (description?: string) =>
  Type.String({ minLength: 1, maxLength: limits.query.textLengthMax, ...(description && { description }) })
const HexText = (digits: number) => Type.String({ pattern: `^[0-9a-fA-F]{${digits}}$` })
const Level = <const T extends string>(levels: readonly T[]) => Type.Optional(OneOf(levels))

const tableTexts = sqlTables.map((table) => {
  const columns = Object.entries(sqlColumns[table]).map(([name, note]) => (note === '' ? name : `${name} (${note})`))
  return `${table}: ${columns.join(', ')}`
})

/** Read-only tools, available to both models and MCP clients. */
export const readingTools = {
  compare_windows: defineTool(
    'Operations (calls, errors, p50, p95) and error groups before and after an instant. Call this first.',
    Closed({ ...range, split: Moment }),
  ),
  issue: defineTool(
    'One issue with its fingerprints, or the newest issues if no id is given.',
    Closed({ issue_id: Type.Optional(IssueIdOrName), limit: Limit }),
  ),
  events: defineTool(
    'Error events in a range, newest first, or one event in full by its id.',
    Closed({
      ...range,
      event_id: Type.Optional(HexText(32)),
      search: Type.Optional(Text('Part of the message or exception')),
      level: Level(['error', 'warning', 'info']),
      limit: Limit,
    }),
  ),
  logs: defineTool(
    'Log entries. With split: by pattern, with counts before and after it; otherwise single entries, newest ' +
      'first.',
    Closed({
      ...range,
      split: Type.Optional(Moment),
      service: Type.Optional(Text()),
      search: Type.Optional(Text('Part of the text')),
      min_level: Level(logLevels),
      limit: Limit,
    }),
  ),
  traces: defineTool(
    'Traces in a range, newest first.',
    Closed({
      ...range,
      service: Type.Optional(Text()),
      operation: Type.Optional(Text()),
      min_duration_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.span.durationMsMax })),
      limit: Limit,
    }),
  ),
  trace: defineTool('All spans and events of a trace as a tree.', Closed({ trace_id: HexText(32) })),
  metric_series: defineTool(
    'Container, node and application metrics over time. Metrics that do not match the filters are omitted.',
    Closed({
      ...range,
      service: Type.Optional(Text('Container, pod, node or service')),
      metric: Type.Optional(Text('Part of the name')),
    }),
  ),
  cluster_state: defineTool(
    'The cluster: nodes, pods, crash loops, and resources near their limit, restarted or killed.',
    Closed(range),
  ),
  changes: defineTool(
    'Commits with diffs, deployments, flags, configuration and status notices, newest first.',
    Closed({
      ...range,
      kind: Type.Optional(OneOf(listedChangeKinds)),
      service: Type.Optional(Text()),
      limit: Limit,
    }),
  ),
  sql: defineTool(
    `One ClickHouse SELECT over the rows of a range. Tables: ${tableTexts.join('; ')}. No WITH, SETTINGS, ` +
      `comments, backslashes or clock functions. Aggregate; at most ${limits.query.sqlRowsMax} rows are ` +
      'returned.',
    Closed({ ...range, sql: Type.String({ minLength: 1, maxLength: limits.query.sqlLengthMax }) }),
  ),
} as const satisfies Record<string, ToolContract>
export type ReadingToolName = keyof typeof readingTools
export type ReadingToolInput<Name extends ReadingToolName> = Static<(typeof readingTools)[Name]['input']>

const { properties: report } = SessionReport

/** A model's conclusion. It becomes a draft that is checked against the evidence before anyone sees it. */
export const FinishInput = Closed({
  verdict: OneOf(['cause_found', 'cause_likely', 'no_code_cause', 'healthy', 'inconclusive'] as const),
  cause: report.cause,
  first_failing_service: report.first_failing_service,
  onset_at: report.onset_at,
  blast_radius: report.blast_radius,
  remediation: report.remediation,
  confidence: report.confidence,
  claims: Type.Array(Closed({ text: Type.String(), assertion: Type.Array(Assertion) }), {
    description:
      'Observations in plain words, each with the checks that prove it. Checks must bind every name, number ' +
      'and time in the text; claims with anything unbound are struck out',
  }),
  rivals: report.rivals,
})
export type FinishInput = Static<typeof FinishInput>

/** Tools with which a model states its conclusions. */
export const concludingTools = {
  record_hypothesis: defineTool(
    'Note what you suspect and how you will test it. Queries nothing.',
    Closed({ hypothesis: Type.String({ minLength: 1, maxLength: 2_000 }) }),
  ),
  finish: defineTool('End the investigation with its report.', FinishInput),
} as const satisfies Record<string, ToolContract>
