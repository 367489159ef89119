/**
 * Links between repositories and telemetry projects, many to many. Times are Unix milliseconds. Changes and deployments
 * of a project's repositories are listed in order from the indexes by time and by kind, so these include the
 * repository.
 *
 * Runs get fewer indexes. Each of the three that started with the workflow cost a separate page for every scheduled
 * run. One covering index for lists replaces them, plus a small partial one for the few unfinished runs.
 */
export const linkRepositoriesToProjects = `
CREATE TABLE project_repositories (
  project_id TEXT NOT NULL REFERENCES projects (id),
  repository_id TEXT NOT NULL REFERENCES repositories (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, repository_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX project_repositories_by_repository ON project_repositories (repository_id, project_id);

INSERT INTO project_repositories (project_id, repository_id, created_at)
SELECT project_id, id, created_at FROM repositories WHERE project_id IS NOT NULL;
ALTER TABLE repositories DROP COLUMN project_id;

DROP INDEX changes_by_time;
DROP INDEX changes_by_kind;
DROP INDEX deployments_by_time;
CREATE INDEX changes_by_time ON changes (organization_id, occurred_at, id, repository_id);
CREATE INDEX changes_by_kind ON changes (organization_id, kind, occurred_at, id, repository_id);
CREATE INDEX deployments_by_time ON deployments (organization_id, occurred_at, id, repository_id);

DROP INDEX workflow_runs_by_workflow;
DROP INDEX workflow_runs_by_status;
DROP INDEX workflow_runs_by_trigger;
CREATE INDEX workflow_runs_by_workflow ON workflow_runs (workflow_id, created_at, id, status, triggered_by);
CREATE INDEX workflow_runs_unfinished ON workflow_runs (workflow_id, status, created_at, id) WHERE ended_at IS NULL;
`
