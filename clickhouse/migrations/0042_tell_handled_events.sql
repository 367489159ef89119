-- Whether the application caught an exception tells crashes from what was reported on purpose; searches ask for it. Rows from
-- before do not say.
ALTER TABLE events
  ADD COLUMN IF NOT EXISTS handled LowCardinality(String) COMMENT 'Whether the application caught its exceptions: true, false, empty when the SDK did not say; false' AFTER exception_value
