/** What people found of a report, JSON; null where nobody said. Such sessions are the cases of the installation. */
export const keepReviewsOfSessions = `
ALTER TABLE agent_sessions ADD COLUMN review TEXT;
CREATE INDEX agent_sessions_reviewed ON agent_sessions (organization_id, created_at) WHERE review IS NOT NULL;
`
