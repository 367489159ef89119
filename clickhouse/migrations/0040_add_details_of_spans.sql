-- What OpenTelemetry says of a span beyond its attributes: who sent it, what happened in it, which other spans it goes
-- with. Events and links are read whole, with their span, so they are JSON. Rows from before have none.
ALTER TABLE spans
  ADD COLUMN IF NOT EXISTS resource Map(LowCardinality(String), String) COMMENT 'Attributes of what sent it, of OpenTelemetry; {service.version: 1.4.2}' CODEC(ZSTD(1)) AFTER attributes,
  ADD COLUMN IF NOT EXISTS events String COMMENT 'JSON array of what happened in it, empty when there is nothing; [{"time_us": 1779019200123456, "name": "exception", "attributes": {}}]' CODEC(ZSTD(1)) AFTER resource,
  ADD COLUMN IF NOT EXISTS links String COMMENT 'JSON array of spans that it goes with, empty when there are none; [{"trace_id": "0af7651916cd43dd8448eb211c80319c", "span_id": "b7ad6b7169203331", "attributes": {}}]' CODEC(ZSTD(1)) AFTER events
