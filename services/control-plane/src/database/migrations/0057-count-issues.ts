/** Counts each project's issues, for their limit, and indexes what is deleted first. Triggers count, as for changes. */
export const countIssues = `
CREATE TABLE project_totals (
  project_id TEXT PRIMARY KEY REFERENCES projects (id),
  -- With merged ones.
  issues INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO project_totals (project_id, issues) SELECT project_id, count(*) FROM issues GROUP BY project_id;
CREATE TRIGGER issues_counted AFTER INSERT ON issues BEGIN
  INSERT INTO project_totals (project_id, issues) VALUES (NEW.project_id, 1)
  ON CONFLICT (project_id) DO UPDATE SET issues = issues + 1;
END;
CREATE TRIGGER issues_discounted AFTER DELETE ON issues BEGIN
  UPDATE project_totals SET issues = issues - 1 WHERE project_id = OLD.project_id;
END;
CREATE INDEX issues_untouched ON issues (project_id, created_at, id)
  WHERE merged_into IS NULL AND status = 'unresolved' AND reason = 'new' AND assignee_id IS NULL;
`
