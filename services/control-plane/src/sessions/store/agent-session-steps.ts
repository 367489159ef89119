import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A step as stored. */
export interface AgentSessionStepRow {
  session_id: string
  /** From 1. */
  number: number
  /** JSON of the step as the API returns it. */
  step: string
  /** Order in which the session's steps arrived, from 1. */
  arrival: number
}

/** A result that a step recorded. */
export interface AgentSessionResultRow {
  session_id: string
  step_number: number
  /** Evidence id or another name. */
  name: string
  /** JSON, compressed with gzip. */
  content: Uint8Array
}

/** The steps of sessions and their results. */
export interface AgentSessionStepStore {
  /** In order of their numbers. */
  listSteps(sessionId: string): AgentSessionStepRow[]
  /** Steps that arrived after a given one, in order of arrival. */
  listArrivals(page: { sessionId: string; after: number; limit: number }): AgentSessionStepRow[]
  countSteps(sessionId: string): number
  findStep(sessionId: string, number: number): AgentSessionStepRow | undefined
  /** @throws SqliteError if the session already has a step with this number. */
  insertStep(row: Omit<AgentSessionStepRow, 'arrival'>): void
  insertResult(row: AgentSessionResultRow): void
  listResults(sessionId: string): AgentSessionResultRow[]
  /** If several steps recorded a result under the same name, the first. */
  findResult(sessionId: string, name: string): AgentSessionResultRow | undefined
}

export function createAgentSessionStepStore(database: ControlPlaneDatabase): AgentSessionStepStore {
  return { ...createStepReads(database), ...createStepWrites(database), ...createResultReads(database) }
}

function createStepReads(
  database: ControlPlaneDatabase,
): Pick<AgentSessionStepStore, 'listSteps' | 'listArrivals' | 'countSteps' | 'findStep'> {
  const list = database.prepare<[string], AgentSessionStepRow>(
    'SELECT * FROM agent_session_steps WHERE session_id = ? ORDER BY number',
  )
  const arrivals = database.prepare<[object], AgentSessionStepRow>(
    `SELECT * FROM agent_session_steps WHERE session_id = @sessionId AND arrival > @after
     ORDER BY arrival LIMIT @limit`,
  )
  const count = database
    .prepare<[string], number>('SELECT count(*) FROM agent_session_steps WHERE session_id = ?')
    .pluck()
  const find = database.prepare<[string, number], AgentSessionStepRow>(
    'SELECT * FROM agent_session_steps WHERE session_id = ? AND number = ?',
  )
  return {
    listSteps: (sessionId) => useDatabase(() => list.all(sessionId)),
    listArrivals: (page) => useDatabase(() => arrivals.all(page)),
    countSteps: (sessionId) => useDatabase(() => count.get(sessionId) ?? 0),
    findStep: (sessionId, number) => useDatabase(() => find.get(sessionId, number)),
  }
}

function createStepWrites(database: ControlPlaneDatabase): Pick<AgentSessionStepStore, 'insertStep' | 'insertResult'> {
  const insertStep = database.prepare<[Omit<AgentSessionStepRow, 'arrival'>]>(
    `INSERT INTO agent_session_steps (session_id, number, step, arrival)
     SELECT @session_id, @number, @step, coalesce(max(arrival), 0) + 1
     FROM agent_session_steps WHERE session_id = @session_id`,
  )
  const insertResult = database.prepare<[AgentSessionResultRow]>(
    `INSERT INTO agent_session_results (session_id, step_number, name, content)
     VALUES (@session_id, @step_number, @name, @content)`,
  )
  return {
    insertStep: (row) => {
      useDatabase(() => insertStep.run(row))
    },
    insertResult: (row) => {
      useDatabase(() => insertResult.run(row))
    },
  }
}

function createResultReads(database: ControlPlaneDatabase): Pick<AgentSessionStepStore, 'listResults' | 'findResult'> {
  const list = database.prepare<[string], AgentSessionResultRow>(
    'SELECT * FROM agent_session_results WHERE session_id = ? ORDER BY step_number, name',
  )
  const find = database.prepare<[string, string], AgentSessionResultRow>(
    'SELECT * FROM agent_session_results WHERE session_id = ? AND name = ? ORDER BY step_number LIMIT 1',
  )
  return {
    listResults: (sessionId) => useDatabase(() => list.all(sessionId)),
    findResult: (sessionId, name) => useDatabase(() => find.get(sessionId, name)),
  }
}
