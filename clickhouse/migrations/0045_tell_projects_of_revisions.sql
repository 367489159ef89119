-- Ids of events are chosen by those who send them: only with the project do they name one event. Rows from before go by themselves.
ALTER TABLE event_revisions
  ADD COLUMN IF NOT EXISTS organization_id String COMMENT 'Organization of the event; UUIDv7 text' CODEC(ZSTD(1)) AFTER revision,
  ADD COLUMN IF NOT EXISTS project_id String COMMENT 'Project of the event; UUIDv7 text' CODEC(ZSTD(1)) AFTER organization_id
