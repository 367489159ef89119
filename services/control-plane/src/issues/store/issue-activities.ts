import type { ActivityActorKind, IssueActivityKind } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** An activity of an issue. */
export interface IssueActivityRow {
  id: string
  organization_id: string
  issue_id: string
  kind: IssueActivityKind
  actor_kind: ActivityActorKind
  actor_id: string
  actor_name: string
  /** Text of a comment; otherwise empty. */
  text: string
  /** JSON of `IssueActivityDetails`. */
  details: string
  /** Unix milliseconds. */
  occurred_at: number
}

/** Activities of merged issues are listed and counted with those of the issue they were merged into. */
export interface IssueActivityStore {
  /** Newest first. */
  list(issueId: string, page: { limit: number; offset: number }): IssueActivityRow[]
  count(issueId: string): number
  countComments(issueId: string): number
  /** A comment of the issue or of one merged into it. */
  findComment(issueId: string, id: string): IssueActivityRow | undefined
  insert(row: IssueActivityRow): void
  /** Deletes all but the newest activities of an issue; comments stay. */
  trim(issueId: string, most: number): void
  changeText(id: string, text: string): void
  delete(id: string): void
}

const ofIssue = 'issue_id IN (SELECT id FROM issues WHERE id = @issueId OR merged_into = @issueId)'

export function createIssueActivityStore(database: ControlPlaneDatabase): IssueActivityStore {
  return { ...createReads(database), ...createWrites(database) }
}

type Reads = 'list' | 'count' | 'countComments' | 'findComment'

function createReads(database: ControlPlaneDatabase): Pick<IssueActivityStore, Reads> {
  const list = database.prepare<[{ issueId: string; limit: number; offset: number }], IssueActivityRow>(
    `SELECT * FROM issue_activities WHERE ${ofIssue} ORDER BY occurred_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  )
  const count = database
    .prepare<[{ issueId: string }], number>(`SELECT count(*) FROM issue_activities WHERE ${ofIssue}`)
    .pluck()
  const countComments = database
    .prepare<[{ issueId: string }], number>(
      `SELECT count(*) FROM issue_activities WHERE ${ofIssue} AND kind = 'comment'`,
    )
    .pluck()
  const findComment = database.prepare<[{ issueId: string; id: string }], IssueActivityRow>(
    `SELECT * FROM issue_activities WHERE id = @id AND kind = 'comment' AND ${ofIssue}`,
  )
  return {
    list: (issueId, page) => useDatabase(() => list.all({ issueId, ...page })),
    count: (issueId) => useDatabase(() => count.get({ issueId }) ?? 0),
    countComments: (issueId) => useDatabase(() => countComments.get({ issueId }) ?? 0),
    findComment: (issueId, id) => useDatabase(() => findComment.get({ issueId, id })),
  }
}

function createWrites(database: ControlPlaneDatabase): Omit<IssueActivityStore, Reads> {
  const insert = database.prepare<[IssueActivityRow]>(
    `INSERT INTO issue_activities (id, organization_id, issue_id, kind, actor_kind, actor_id, actor_name, text,
       details, occurred_at)
     VALUES (@id, @organization_id, @issue_id, @kind, @actor_kind, @actor_id, @actor_name, @text, @details,
       @occurred_at)`,
  )
  const trim = database.prepare<[string, number]>(
    `DELETE FROM issue_activities WHERE id IN (
       SELECT id FROM issue_activities WHERE issue_id = ? AND kind <> 'comment'
       ORDER BY occurred_at DESC, id DESC LIMIT -1 OFFSET ?)`,
  )
  const changeText = database.prepare<[string, string]>('UPDATE issue_activities SET text = ? WHERE id = ?')
  const remove = database.prepare<[string]>('DELETE FROM issue_activities WHERE id = ?')
  return {
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    trim: (issueId, most) => {
      useDatabase(() => trim.run(issueId, most))
    },
    changeText: (id, text) => {
      useDatabase(() => changeText.run(text, id))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
  }
}
