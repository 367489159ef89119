/**
 * Users' review of a report, as JSON; null if there is none. Reviewed sessions serve as the installation's evaluation
 * cases.
 */
export const keepReviewsOfSessions = `
ALTER TABLE agent_sessions ADD COLUMN review TEXT;
CREATE INDEX agent_sessions_reviewed ON agent_sessions (organization_id, created_at) WHERE review IS NOT NULL;
`
