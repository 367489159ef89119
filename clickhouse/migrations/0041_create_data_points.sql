-- Data points of metrics as OpenTelemetry and Prometheus send them, of any name and kind: one row per point.
CREATE TABLE IF NOT EXISTS data_points
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project, empty for telemetry sent with an API key; UUIDv7 text',
  name LowCardinality(String) COMMENT 'Name of the metric; http.server.request.duration',
  kind LowCardinality(String) COMMENT 'gauge, sum, histogram, exponential_histogram or summary',
  unit LowCardinality(String) COMMENT 'Unit of the values, empty when unknown; s',
  temporality LowCardinality(String) COMMENT 'What sums and histograms count: delta since the point before, cumulative since start_time; empty for others',
  is_monotonic UInt8 COMMENT '1 for a sum that only rises, else 0' CODEC(ZSTD(1)),
  timestamp DateTime64(6, 'UTC') COMMENT 'When it was taken, UTC, microseconds; 2026-05-17 12:00:15.000000' CODEC(DoubleDelta, ZSTD(1)),
  start_time DateTime64(6, 'UTC') COMMENT 'Since when it counts, as timestamp when unknown, UTC, microseconds; 2026-05-17 11:00:00.000000' CODEC(DoubleDelta, ZSTD(1)),
  service LowCardinality(String) COMMENT 'Service that sent it; checkout',
  value Nullable(Float64) COMMENT 'Of gauges and sums, in the unit; 3' CODEC(ZSTD(1)),
  count Nullable(Float64) COMMENT 'Of histograms and summaries: measurements; 120' CODEC(ZSTD(1)),
  sum Nullable(Float64) COMMENT 'Of histograms and summaries: sum of the measurements, in the unit; 4.2' CODEC(ZSTD(1)),
  min Nullable(Float64) COMMENT 'Of histograms: the least measurement; 0.002' CODEC(ZSTD(1)),
  max Nullable(Float64) COMMENT 'Of histograms: the greatest measurement; 1.5' CODEC(ZSTD(1)),
  bounds Array(Float64) COMMENT 'Of histograms: upper bounds of the buckets, ascending; [0.1, 1]' CODEC(ZSTD(1)),
  counts Array(Float64) COMMENT 'Of histograms: measurements in each bucket, one more than bounds; [100, 19, 1]' CODEC(ZSTD(1)),
  quantiles Array(Float64) COMMENT 'Of summaries: quantiles, 0 to 1; [0.5, 0.99]' CODEC(ZSTD(1)),
  quantile_values Array(Float64) COMMENT 'Of summaries: their values, in the unit; [0.02, 0.7]' CODEC(ZSTD(1)),
  attributes Map(LowCardinality(String), String) COMMENT 'Attributes of the point, values as text; {http.route: /orders}' CODEC(ZSTD(1)),
  resource Map(LowCardinality(String), String) COMMENT 'Attributes of what sent it; {service.version: 1.4.2}' CODEC(ZSTD(1)),
  series FixedString(16) COMMENT 'Hash of name, kind, unit, temporality, attributes and resource, 16 hex digits; 9f86d081884c7d65' CODEC(ZSTD(1)),
  trace_id String COMMENT 'Trace of a measurement that went into it, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:15.456' CODEC(Delta(8), ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; otlp',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, name, series, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0
COMMENT 'Data points of metrics. Ordered by tenant, name, series and time: a chart reads one metric, what counts up is told series by series, and the points of a series compress to a few bytes. Whole days are dropped after 30 days, like other metrics.'
