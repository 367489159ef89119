-- Generated from a migrated store by packages/telemetry-store/test/support/write-schema.ts. Do not edit.

CREATE TABLE app_metrics
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
    `name` LowCardinality(String) COMMENT 'Name of the metric; orders.placed',
    `type` LowCardinality(String) COMMENT 'counter, gauge or distribution',
    `unit` LowCardinality(String) COMMENT 'Unit of the value, empty when unknown; millisecond',
    `timestamp` DateTime64(6, 'UTC') COMMENT 'When it was measured, UTC, microseconds; 2026-05-17 12:00:00.123456' CODEC(Delta(8), ZSTD(1)),
    `value` Float64 COMMENT 'Value in the unit; counters: what was added; 1.5' CODEC(ZSTD(1)),
    `trace_id` String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
    `span_id` String COMMENT 'Span that it belongs to, 16 hex digits or empty; b7ad6b7169203331' CODEC(ZSTD(1)),
    `service` LowCardinality(String) COMMENT 'Service that sent it; checkout',
    `release` LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
    `environment` LowCardinality(String) COMMENT 'Environment; production',
    `sdk_name` LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.node',
    `attributes` Map(LowCardinality(String), String) COMMENT 'Attributes by name, values as text; {http.method: GET}' CODEC(ZSTD(1)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
    INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, name, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Metrics measured by applications. Ordered by tenant, metric and time: a chart reads one metric. Whole days are dropped after 30 days, like the metrics of containers.';

CREATE TABLE attachments
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
    `event_id` FixedString(32) COMMENT 'Event that the file belongs to, 32 hex digits; 9ec79c33ec9942ab8353589fcb2e04dc' CODEC(ZSTD(1)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
    `attachment_id` FixedString(32) COMMENT 'Id of the file, 32 hex digits; 5f4dcc3b5aa765d61d8327deb882cf99' CODEC(ZSTD(1)),
    `name` String COMMENT 'File name as sent; screenshot.png' CODEC(ZSTD(1)),
    `content_type` LowCardinality(String) COMMENT 'Media type, empty when unknown; image/png',
    `attachment_type` LowCardinality(String) COMMENT 'What the file is to the event; event.attachment',
    `size` UInt64 COMMENT 'Bytes of the file; 20480' CODEC(ZSTD(1)),
    `sha256` FixedString(64) COMMENT 'SHA-256 of the file, 64 hex digits' CODEC(ZSTD(1)),
    `content` String COMMENT 'The file, base64' CODEC(ZSTD(3)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(received_at)
ORDER BY (organization_id, project_id, event_id)
TTL toDateTime(received_at) + toIntervalDay(30)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Attachments. Ordered by tenant and event: they are read for one event. Whole days are dropped after 30 days, because files are large.';

CREATE TABLE check_ins
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
    `monitor_slug` LowCardinality(String) COMMENT 'Monitor, as the SDK names it; nightly-backup',
    `environment` LowCardinality(String) COMMENT 'Environment; production',
    `timestamp` DateTime64(3, 'UTC') COMMENT 'When it happened, UTC, milliseconds; 2026-05-17 12:00:00.123' CODEC(Delta(8), ZSTD(1)),
    `check_in_id` FixedString(32) COMMENT 'Run that it belongs to, 32 hex digits, all zeros for the newest open one; 7c7b6585f9014db8b5a2a32b4f1e2d3c' CODEC(ZSTD(1)),
    `status` LowCardinality(String) COMMENT 'in_progress, ok or error',
    `duration_ms` Nullable(Float64) COMMENT 'Length of the run in milliseconds, null when unknown; 1500' CODEC(ZSTD(1)),
    `release` LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
    `trace_id` String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
    `monitor_config` String COMMENT 'JSON of the schedule that came with it, empty without one; {"schedule":{"type":"crontab","value":"0 * * * *"}}' CODEC(ZSTD(1)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, monitor_slug, environment, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(400)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Check-ins. Ordered by tenant, monitor and time, as monitors are judged. Whole days are dropped after 400 days: a yearly job must be known for more than a year.';

CREATE TABLE container_metrics
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `timestamp` DateTime64(3, 'UTC') COMMENT 'When the sample was taken, UTC, milliseconds; 2026-05-17 12:00:15.000' CODEC(DoubleDelta, ZSTD(1)),
    `cluster` LowCardinality(String) COMMENT 'Cluster; main',
    `namespace` LowCardinality(String) COMMENT 'Namespace, empty for a sample of a node or cluster; shop',
    `pod` LowCardinality(String) COMMENT 'Pod, empty for a wider scope; web-7d4b9c6f5-x2x8z',
    `container` LowCardinality(String) COMMENT 'Container, empty for a wider scope; web',
    `node` LowCardinality(String) COMMENT 'Node, empty when unknown; node-1',
    `cpu_usage_cores` Nullable(Float64) COMMENT 'CPU in use, cores; 0.25' CODEC(ZSTD(1)),
    `memory_usage_bytes` Nullable(Float64) COMMENT 'Memory in use, bytes; 104857600' CODEC(Delta(8), ZSTD(1)),
    `network_rx_bytes` Nullable(Float64) COMMENT 'Bytes received so far, a counter; 73728' CODEC(Delta(8), ZSTD(1)),
    `network_tx_bytes` Nullable(Float64) COMMENT 'Bytes sent so far, a counter; 36864' CODEC(Delta(8), ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
    `series` UInt64 MATERIALIZED cityHash64(cluster, namespace, pod, container, node) COMMENT 'Hash of the labels: one number per sampled thing of an organization; 11400714819323198485' CODEC(ZSTD(1)),
    PROJECTION by_hour
    (
        SELECT
            organization_id,
            toStartOfHour(timestamp),
            series,
            any(cluster),
            any(namespace),
            any(pod),
            any(container),
            any(node),
            count(cpu_usage_cores),
            max(cpu_usage_cores),
            count(memory_usage_bytes),
            max(memory_usage_bytes),
            count(network_rx_bytes),
            max(network_rx_bytes),
            count(network_tx_bytes),
            max(network_tx_bytes)
        GROUP BY
            organization_id,
            toStartOfHour(timestamp),
            series
    )
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, cluster, toStartOfHour(timestamp), series, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild', index_granularity = 8192
COMMENT 'Samples of containers, pods, nodes and clusters. Ordered by tenant, cluster, hour and series: the samples of a series follow each other, so values and labels compress to a few bytes; the projection tells what was sampled without reading the samples. Whole days are dropped after 30 days.';

CREATE TABLE data_points
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project, empty for telemetry sent with an API key; UUIDv7 text',
    `name` LowCardinality(String) COMMENT 'Name of the metric; http.server.request.duration',
    `kind` LowCardinality(String) COMMENT 'gauge, sum, histogram, exponential_histogram or summary',
    `unit` LowCardinality(String) COMMENT 'Unit of the values, empty when unknown; s',
    `temporality` LowCardinality(String) COMMENT 'What sums and histograms count: delta since the point before, cumulative since start_time; empty for others',
    `is_monotonic` UInt8 COMMENT '1 for a sum that only rises, else 0' CODEC(ZSTD(1)),
    `timestamp` DateTime64(6, 'UTC') COMMENT 'When it was taken, UTC, microseconds; 2026-05-17 12:00:15.000000' CODEC(DoubleDelta, ZSTD(1)),
    `start_time` DateTime64(6, 'UTC') COMMENT 'Since when it counts, as timestamp when unknown, UTC, microseconds; 2026-05-17 11:00:00.000000' CODEC(DoubleDelta, ZSTD(1)),
    `service` LowCardinality(String) COMMENT 'Service that sent it; checkout',
    `value` Nullable(Float64) COMMENT 'Of gauges and sums, in the unit; 3' CODEC(ZSTD(1)),
    `count` Nullable(Float64) COMMENT 'Of histograms and summaries: measurements; 120' CODEC(ZSTD(1)),
    `sum` Nullable(Float64) COMMENT 'Of histograms and summaries: sum of the measurements, in the unit; 4.2' CODEC(ZSTD(1)),
    `min` Nullable(Float64) COMMENT 'Of histograms: the least measurement; 0.002' CODEC(ZSTD(1)),
    `max` Nullable(Float64) COMMENT 'Of histograms: the greatest measurement; 1.5' CODEC(ZSTD(1)),
    `bounds` Array(Float64) COMMENT 'Of histograms: upper bounds of the buckets, ascending; [0.1, 1]' CODEC(ZSTD(1)),
    `counts` Array(Float64) COMMENT 'Of histograms: measurements in each bucket, one more than bounds; [100, 19, 1]' CODEC(ZSTD(1)),
    `quantiles` Array(Float64) COMMENT 'Of summaries: quantiles, 0 to 1; [0.5, 0.99]' CODEC(ZSTD(1)),
    `quantile_values` Array(Float64) COMMENT 'Of summaries: their values, in the unit; [0.02, 0.7]' CODEC(ZSTD(1)),
    `attributes` Map(LowCardinality(String), String) COMMENT 'Attributes of the point, values as text; {http.route: /orders}' CODEC(ZSTD(1)),
    `resource` Map(LowCardinality(String), String) COMMENT 'Attributes of what sent it; {service.version: 1.4.2}' CODEC(ZSTD(1)),
    `series` FixedString(16) COMMENT 'Hash of name, kind, unit, temporality, attributes and resource, 16 hex digits; 9f86d081884c7d65' CODEC(ZSTD(1)),
    `trace_id` String COMMENT 'Trace of a measurement that went into it, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:15.456' CODEC(Delta(8), ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; otlp',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, name, series, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, index_granularity = 8192, propagate_types_serialization_versions_to_nested_types = 0
COMMENT 'Data points of metrics. Ordered by tenant, name, series and time: a chart reads one metric, what counts up is told series by series, and the points of a series compress to a few bytes. Whole days are dropped after 30 days, like other metrics.';

CREATE TABLE event_revisions
(
    `revision` String COMMENT 'Names the mutation that the row is for; UUIDv7 text' CODEC(ZSTD(1)),
    `organization_id` String COMMENT 'Organization of the event; UUIDv7 text' CODEC(ZSTD(1)),
    `project_id` String COMMENT 'Project of the event; UUIDv7 text' CODEC(ZSTD(1)),
    `event_id` FixedString(32) COMMENT 'Event whose columns are replaced, 32 hex digits; 9ec79c33ec9942ab8353589fcb2e04dc' CODEC(ZSTD(1)),
    `title` String COMMENT 'See events' CODEC(ZSTD(1)),
    `culprit` String COMMENT 'See events' CODEC(ZSTD(1)),
    `fingerprint` String COMMENT 'See events' CODEC(ZSTD(1)),
    `previous_fingerprint` String COMMENT 'See events' CODEC(ZSTD(1)),
    `grouping_version` String COMMENT 'See events' CODEC(ZSTD(1)),
    `grouping_components` String COMMENT 'See events' CODEC(ZSTD(1)),
    `stack_trace` String COMMENT 'See events' CODEC(ZSTD(3)),
    `payload` String COMMENT 'See events' CODEC(ZSTD(3)),
    `created_at` DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When it was written, UTC, milliseconds; 2026-05-17 12:00:00.123' CODEC(Delta(8), ZSTD(1)),
    `log_partition` UInt16 DEFAULT 0 COMMENT 'Always 0; what tables of a cluster are distributed by' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(created_at)
ORDER BY (revision, event_id)
TTL toDateTime(created_at) + toIntervalDay(7)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'New columns of stored events. Ordered by mutation, which reads its own rows only. Kept for 7 days: a mutation that a crash interrupted goes on with them.';

CREATE TABLE events
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
    `timestamp` DateTime64(3, 'UTC') COMMENT 'When it happened, UTC, milliseconds; 2026-05-17 12:00:00.123' CODEC(Delta(8), ZSTD(1)),
    `event_id` FixedString(32) COMMENT 'Id that the SDK gave it, 32 hex digits; 9ec79c33ec9942ab8353589fcb2e04dc' CODEC(ZSTD(1)),
    `level` LowCardinality(String) COMMENT 'Severity: fatal, error, warning, info, debug',
    `message` String COMMENT 'Formatted message, empty for exceptions without one; Payment declined' CODEC(ZSTD(1)),
    `exception_type` LowCardinality(String) COMMENT 'Class of the exception, empty for messages; TypeError',
    `exception_value` String COMMENT 'Text of the exception; x is not a function' CODEC(ZSTD(1)),
    `handled` LowCardinality(String) COMMENT 'Whether the application caught its exceptions: true, false, empty when the SDK did not say; false',
    `title` String COMMENT 'What a list shows; TypeError: x is not a function' CODEC(ZSTD(1)),
    `culprit` String COMMENT 'Where it happened, transaction or crash frame; checkout in shop.js' CODEC(ZSTD(1)),
    `platform` LowCardinality(String) COMMENT 'Platform of the SDK; javascript',
    `sdk_name` LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.node',
    `sdk_version` LowCardinality(String) COMMENT 'Version of the SDK; 9.0.0',
    `release` LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
    `dist` LowCardinality(String) COMMENT 'Distribution of the release; 42',
    `environment` LowCardinality(String) COMMENT 'Environment; production',
    `server_name` LowCardinality(String) COMMENT 'Host; web-1',
    `logger` LowCardinality(String) COMMENT 'Logger; shop.payments',
    `transaction` LowCardinality(String) COMMENT 'Transaction that was under way; GET /checkout',
    `trace_id` String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
    `span_id` String COMMENT 'Span that it belongs to, 16 hex digits or empty; b7ad6b7169203331' CODEC(ZSTD(1)),
    `user_key` String COMMENT 'What tells users apart, id before e-mail before username before address; id:42' CODEC(ZSTD(1)),
    `user` String COMMENT 'JSON of the user, empty when there is none; {"id":"42"}' CODEC(ZSTD(1)),
    `tags` Map(LowCardinality(String), String) COMMENT 'Tags by name; {browser: Firefox}' CODEC(ZSTD(1)),
    `fingerprint` FixedString(32) COMMENT 'Equal for events of one issue, 32 hex digits; 5f4dcc3b5aa765d61d8327deb882cf99' CODEC(ZSTD(1)),
    `previous_fingerprint` String COMMENT 'Fingerprint by the version of the grouping before, empty when it is the same or unknown; 0cc175b9c0f1b6a831c399e269772661' CODEC(ZSTD(1)),
    `grouping_version` LowCardinality(String) COMMENT 'Version of the grouping that made the fingerprint; 1',
    `grouping_components` String COMMENT 'JSON of the parts that contributed to the fingerprint; {"type":"TypeError"}' CODEC(ZSTD(1)),
    `times_seen` UInt32 DEFAULT 1 COMMENT 'Occurrences that the row stands for: above 1 for samples kept of a flood; 1' CODEC(ZSTD(1)),
    `stack_trace` String COMMENT 'Stack trace as text, several lines; at checkout (shop.js:1:2)' CODEC(ZSTD(3)),
    `payload` String COMMENT 'Normalised event as JSON, at most 1 MiB' CODEC(ZSTD(3)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
    INDEX event_id_bloom event_id TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX fingerprint_bloom fingerprint TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1,
    PROJECTION occurrences_by_fingerprint_and_hour
    (
        SELECT
            organization_id,
            project_id,
            fingerprint,
            toStartOfHour(timestamp),
            sum(times_seen),
            min(timestamp),
            max(timestamp)
        GROUP BY
            organization_id,
            project_id,
            fingerprint,
            toStartOfHour(timestamp)
    ),
    PROJECTION occurrences_by_fingerprint_and_day
    (
        SELECT
            organization_id,
            project_id,
            fingerprint,
            toDate(timestamp),
            sum(times_seen),
            min(timestamp),
            max(timestamp),
            uniqExactIfState(sipHash64(user_key), notEmpty(user_key))
        GROUP BY
            organization_id,
            project_id,
            fingerprint,
            toDate(timestamp)
    ),
    PROJECTION by_fingerprint
    (
        SELECT
            organization_id,
            project_id,
            fingerprint,
            timestamp,
            times_seen,
            user_key,
            level,
            release,
            environment,
            transaction,
            server_name,
            sdk_name,
            tags
        ORDER BY
            organization_id,
            project_id,
            fingerprint,
            timestamp
    )
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, timestamp, event_id)
TTL toDateTime(timestamp) + toIntervalDay(90)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild', index_granularity = 8192
COMMENT 'Errors and messages. Ordered by tenant and time, so that newest-first pages read from the end and stop. Whole days are dropped after 90 days: errors are compared across releases.';

CREATE TABLE feedback
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
    `timestamp` DateTime64(3, 'UTC') COMMENT 'When it was written, UTC, milliseconds; 2026-05-17 12:00:00.123' CODEC(Delta(8), ZSTD(1)),
    `feedback_id` FixedString(32) COMMENT 'Id of the feedback, 32 hex digits; 9ec79c33ec9942ab8353589fcb2e04dc' CODEC(ZSTD(1)),
    `message` String COMMENT 'What the user wrote; The button does nothing' CODEC(ZSTD(1)),
    `name` String COMMENT 'Name that the user gave, may be empty; Ada' CODEC(ZSTD(1)),
    `contact_email` String COMMENT 'Address that the user gave, may be empty; ada@example.com' CODEC(ZSTD(1)),
    `url` String COMMENT 'Page, may be empty; https://shop.example/cart' CODEC(ZSTD(1)),
    `source` LowCardinality(String) COMMENT 'What collected it, may be empty; widget',
    `associated_event_id` String COMMENT 'Event that it is about, 32 hex digits or empty; 1f2d3c4b5a69788796a5b4c3d2e1f001' CODEC(ZSTD(1)),
    `replay_id` String COMMENT 'Replay, 32 hex digits or empty' CODEC(ZSTD(1)),
    `trace_id` String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
    `release` LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
    `environment` LowCardinality(String) COMMENT 'Environment; production',
    `platform` LowCardinality(String) COMMENT 'Platform of the SDK; javascript',
    `sdk_name` LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.browser',
    `user_key` String COMMENT 'What tells users apart, may be empty; id:42' CODEC(ZSTD(1)),
    `user` String COMMENT 'JSON of the user, empty when there is none; {"id":"42"}' CODEC(ZSTD(1)),
    `tags` Map(LowCardinality(String), String) COMMENT 'Tags by name; {browser: Firefox}' CODEC(ZSTD(1)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, timestamp, feedback_id)
TTL toDateTime(timestamp) + toIntervalDay(90)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Feedback of users. Ordered by tenant and time. Whole days are dropped after 90 days, with the errors it is about.';

CREATE TABLE logs
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
    `timestamp` DateTime64(6, 'UTC') COMMENT 'When it was logged, UTC, microseconds; 2026-05-17 12:00:00.123456' CODEC(Delta(8), ZSTD(1)),
    `sequence` UInt64 COMMENT 'Order of entries of the same time, as the SDK counted; 3' CODEC(ZSTD(1)),
    `level` LowCardinality(String) COMMENT 'Severity: trace, debug, info, warn, error, fatal',
    `severity_number` UInt8 COMMENT 'OpenTelemetry severity number, 1 to 24; 9' CODEC(ZSTD(1)),
    `body` String COMMENT 'Text of the entry; order 42 accepted' CODEC(ZSTD(1)),
    `trace_id` String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
    `span_id` String COMMENT 'Span that it belongs to, 16 hex digits or empty; b7ad6b7169203331' CODEC(ZSTD(1)),
    `service` LowCardinality(String) COMMENT 'Service that sent it; checkout',
    `release` LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
    `environment` LowCardinality(String) COMMENT 'Environment; production',
    `sdk_name` LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.node',
    `attributes` Map(LowCardinality(String), String) COMMENT 'Attributes by name, values as text; {http.method: GET}' CODEC(ZSTD(1)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
    INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Log entries. Ordered by tenant and time, so that newest-first pages read from the end and stop. Whole days are dropped after 30 days: logs are the largest kind and age fastest.';

CREATE TABLE metric_points
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `timestamp` DateTime64(3, 'UTC') COMMENT 'When the sample was taken, UTC, milliseconds; 2026-05-17 12:00:15.000' CODEC(DoubleDelta, ZSTD(1)),
    `cluster` LowCardinality(String) COMMENT 'Cluster; main',
    `namespace` LowCardinality(String) COMMENT 'Namespace, empty for a sample of a node or cluster; shop',
    `pod` LowCardinality(String) COMMENT 'Pod, empty for a wider scope; web-7d4b9c6f5-x2x8z',
    `container` LowCardinality(String) COMMENT 'Container, empty for a wider scope; web',
    `node` LowCardinality(String) COMMENT 'Node, empty when unknown; node-1',
    `metric_name` LowCardinality(String) COMMENT 'Name of the metric; queue_length',
    `value` Float64 COMMENT 'Value in the unit that the name says; 3' CODEC(ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
    `series` UInt64 MATERIALIZED cityHash64(cluster, namespace, pod, container, node) COMMENT 'Hash of the labels: one number per sampled thing of an organization; 11400714819323198485' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, metric_name, toStartOfHour(timestamp), series, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild', index_granularity = 8192
COMMENT 'Values of undocumented metrics. Ordered by tenant, name, hour and series: a query names the metric, and equal series compress. Whole days are dropped after 30 days.';

CREATE TABLE outcomes
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project, empty for telemetry posted with an API key; UUIDv7 text',
    `minute` DateTime64(3, 'UTC') COMMENT 'Start of the minute in which the items were received, UTC; 2026-05-17 12:00:00.000' CODEC(Delta(8), ZSTD(1)),
    `kind` LowCardinality(String) COMMENT 'What was received; error',
    `outcome` LowCardinality(String) COMMENT 'stored, dropped, rate_limited or dead_lettered',
    `reason` LowCardinality(String) COMMENT 'Why, empty for stored; invalid_json',
    `quantity` UInt64 COMMENT 'Items; 17' CODEC(ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
    PROJECTION by_minute
    (
        SELECT
            organization_id,
            project_id,
            minute,
            kind,
            outcome,
            reason,
            sum(quantity)
        GROUP BY
            organization_id,
            project_id,
            minute,
            kind,
            outcome,
            reason
    )
)
ENGINE = MergeTree
PARTITION BY toDate(minute)
ORDER BY (organization_id, project_id, minute, kind, outcome, reason)
TTL toDateTime(minute) + toIntervalDay(90)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild', index_granularity = 8192
COMMENT 'The ledger: one row per tenant, minute, kind, outcome, reason and batch; the projection sums the batches. Ordered as it is asked for. Whole days are dropped after 90 days, with the longest-kept telemetry.';

CREATE TABLE root_spans
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project, empty for telemetry posted with an API key; UUIDv7 text',
    `start_time` DateTime64(6, 'UTC') COMMENT 'When the span started, UTC, microseconds; 2026-05-17 12:00:00.123456' CODEC(Delta(8), ZSTD(1)),
    `trace_id` FixedString(32) COMMENT 'Trace, 32 hex digits; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
    `span_id` FixedString(16) COMMENT 'Span, 16 hex digits; b7ad6b7169203331' CODEC(ZSTD(1)),
    `service` LowCardinality(String) COMMENT 'Service that did the work; checkout',
    `operation` LowCardinality(String) COMMENT 'What it did; GET /checkout',
    `duration_us` UInt64 COMMENT 'Duration in microseconds; 1500' CODEC(ZSTD(1)),
    `status` LowCardinality(String) COMMENT 'ok or error, or another word of the sender; ok',
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(start_time)
ORDER BY (organization_id, project_id, start_time)
TTL toDateTime(start_time) + toIntervalDay(30)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild', index_granularity = 8192
COMMENT 'Spans without parent: what the trace list pages through. Ordered by tenant and time, so that newest-first pages read from the end and stop. Whole days are dropped after 30 days, with the spans.';

CREATE TABLE schema_migrations
(
    `name` String COMMENT 'File name of the migration; 0002_create_events.sql',
    `checksum` FixedString(64) COMMENT 'SHA-256 of its text, hex; an edited file is refused by it',
    `applied_at` DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC') COMMENT 'When it was applied, UTC; 2026-05-17 12:00:00.000'
)
ENGINE = MergeTree
ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 8192
COMMENT 'Applied migrations. Ordered by name, the order in which they run. Kept for ever: a few rows.';

CREATE TABLE sessions
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
    `release` LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
    `environment` LowCardinality(String) COMMENT 'Environment; production',
    `started` DateTime64(3, 'UTC') COMMENT 'Start of the session, UTC; of summed sessions the minute; 2026-05-17 12:00:00.000' CODEC(Delta(8), ZSTD(1)),
    `session_id` String COMMENT 'Session, 32 hex digits; empty for summed sessions; 7c7b6585f9014db8b5a2a32b4f1e2d3c' CODEC(ZSTD(1)),
    `user_key` String COMMENT 'What tells users apart, a hash of 32 hex digits, empty when unknown; 5f4dcc3b5aa765d61d8327deb882cf99' CODEC(ZSTD(1)),
    `status` LowCardinality(String) COMMENT 'ok, exited, errored, unhandled, abnormal or crashed',
    `is_init` UInt8 COMMENT '1 for the first update of a session, and for summed sessions; 1' CODEC(ZSTD(1)),
    `quantity` UInt64 COMMENT 'Sessions that the row stands for; 1' CODEC(ZSTD(1)),
    `errors` UInt64 COMMENT 'Errors in the session up to this update; 2' CODEC(ZSTD(1)),
    `duration_ms` Nullable(Float64) COMMENT 'Length of the session in milliseconds, null when unknown; 1500.5' CODEC(ZSTD(1)),
    `sequence` UInt64 COMMENT 'Order of the updates of one session, higher is newer; 1747483200000' CODEC(ZSTD(1)),
    `sdk_name` LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.browser',
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(started)
ORDER BY (organization_id, project_id, release, started)
TTL toDateTime(started) + toIntervalDay(90)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Sessions. Ordered by tenant, release and start: health is asked for by release. Whole days are dropped after 90 days, with the errors they are compared with.';

CREATE TABLE spans
(
    `organization_id` LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
    `project_id` LowCardinality(String) COMMENT 'Project, empty for telemetry posted with an API key; UUIDv7 text',
    `start_time` DateTime64(6, 'UTC') COMMENT 'When the span started, UTC, microseconds; 2026-05-17 12:00:00.123456' CODEC(Delta(8), ZSTD(1)),
    `trace_id` FixedString(32) COMMENT 'Trace, 32 hex digits; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
    `span_id` FixedString(16) COMMENT 'Span, 16 hex digits; b7ad6b7169203331' CODEC(ZSTD(1)),
    `parent_span_id` String COMMENT 'Span that caused it, 16 hex digits, empty for the root of a trace; 00f067aa0ba902b7' CODEC(ZSTD(1)),
    `service` LowCardinality(String) COMMENT 'Service that did the work; checkout',
    `operation` LowCardinality(String) COMMENT 'What it did; GET /checkout',
    `duration_us` UInt64 COMMENT 'Duration in microseconds; 1500' CODEC(ZSTD(1)),
    `status` LowCardinality(String) COMMENT 'ok or error, or another word of the sender; ok',
    `is_http_entry` UInt8 COMMENT '1 for a span that serves an HTTP request, else 0' CODEC(ZSTD(1)),
    `http_status` UInt16 COMMENT 'HTTP status of the answer, 0 when unknown; 200' CODEC(ZSTD(1)),
    `attributes` Map(LowCardinality(String), String) COMMENT 'Attributes by name; {http.method: GET}' CODEC(ZSTD(1)),
    `resource` Map(LowCardinality(String), String) COMMENT 'Attributes of what sent it, of OpenTelemetry; {service.version: 1.4.2}' CODEC(ZSTD(1)),
    `events` String COMMENT 'JSON array of what happened in it, empty when there is nothing; [{"time_us": 1779019200123456, "name": "exception", "attributes": {}}]' CODEC(ZSTD(1)),
    `links` String COMMENT 'JSON array of spans that it goes with, empty when there are none; [{"trace_id": "0af7651916cd43dd8448eb211c80319c", "span_id": "b7ad6b7169203331", "attributes": {}}]' CODEC(ZSTD(1)),
    `log_topic` LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
    `log_partition` UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
    `log_offset` UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
    INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1,
    PROJECTION by_operation_and_hour
    (
        SELECT
            organization_id,
            project_id,
            service,
            operation,
            toStartOfHour(start_time),
            cityHash64(trace_id)
        GROUP BY
            organization_id,
            project_id,
            service,
            operation,
            toStartOfHour(start_time),
            cityHash64(trace_id)
    ),
    PROJECTION by_trace_and_hour
    (
        SELECT
            organization_id,
            project_id,
            toStartOfHour(start_time),
            cityHash64(trace_id),
            min(bitOr(bitShiftLeft(toUInt128(bitOr(bitShiftLeft(toUInt64(parent_span_id > ''), 63), toUInt64(toUnixTimestamp64Micro(start_time)))), 64), bitNot(duration_us)))
        GROUP BY
            organization_id,
            project_id,
            toStartOfHour(start_time),
            cityHash64(trace_id)
    ),
    PROJECTION http_by_hour
    (
        SELECT
            organization_id,
            project_id,
            toStartOfHour(start_time),
            countIf((is_http_entry = 1) AND ((status = 'error') OR (http_status >= 500))),
            groupArrayIf(duration_us, is_http_entry = 1)
        GROUP BY
            organization_id,
            project_id,
            toStartOfHour(start_time)
    )
)
ENGINE = MergeTree
PARTITION BY toDate(start_time)
ORDER BY (organization_id, project_id, toStartOfHour(start_time), trace_id, start_time)
TTL toDateTime(start_time) + toIntervalDay(30)
SETTINGS default_compression_codec = 'ZSTD(1)', ttl_only_drop_parts = 1, materialize_ttl_recalculate_only = 1, fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0, deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild', index_granularity = 8192
COMMENT 'Spans. Ordered by tenant, hour and trace: the spans of a trace lie together, and equal ids compress to half of what they take ordered by service; projections find traces by service and operation, list traces and sum up HTTP requests. Whole days are dropped after 30 days: volume is high and old traces are seldom read.';
