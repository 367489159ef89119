/**
 * Lets lists of changes by service or repository, with any other filter, be read in order from a single covering index.
 * Without these columns SQLite scans all changes of the organization.
 */
export const coverFiltersOfChanges = `
DROP INDEX changes_by_service;
DROP INDEX changes_by_repository;
CREATE INDEX changes_by_service ON changes (organization_id, service, occurred_at, id, kind, repository_id);
CREATE INDEX changes_by_repository ON changes (organization_id, repository_id, occurred_at, id, kind, service);

DROP INDEX deployments_by_service;
DROP INDEX deployments_by_repository;
CREATE INDEX deployments_by_service ON deployments (organization_id, service, occurred_at, id, repository_id);
CREATE INDEX deployments_by_repository ON deployments (organization_id, repository_id, occurred_at, id, service);
`
