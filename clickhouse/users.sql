-- A user for each purpose, for a database called signalbox. Run once by an administrator:
--   clickhouse-client --queries-file clickhouse/users.sql --param_writer_password=… --param_reader_password=… --param_migrator_password=…
-- On a cluster run it on each server, unless the servers keep their users in Keeper.

CREATE DATABASE IF NOT EXISTS signalbox;

-- What one query may take, whatever it asks for: what the query service asks for lies below.
CREATE SETTINGS PROFILE IF NOT EXISTS signalbox_reader SETTINGS
  readonly = 2,
  max_memory_usage = 4294967296 MIN 1 MAX 4294967296,
  max_execution_time = 60 MIN 0.001 MAX 60,
  timeout_overflow_mode = 'throw' CONST,
  max_result_rows = 1000000 MIN 1 MAX 1000000,
  max_result_bytes = 1073741824 MIN 1 MAX 1073741824,
  result_overflow_mode = 'throw',
  max_concurrent_queries_for_user = 32 CONST;

CREATE SETTINGS PROFILE IF NOT EXISTS signalbox_writer SETTINGS
  max_memory_usage = 4294967296,
  max_execution_time = 120 MAX 300;

CREATE USER IF NOT EXISTS signalbox_writer IDENTIFIED WITH sha256_password BY {writer_password:String}
  DEFAULT DATABASE signalbox SETTINGS PROFILE 'signalbox_writer';

CREATE USER IF NOT EXISTS signalbox_reader IDENTIFIED WITH sha256_password BY {reader_password:String}
  DEFAULT DATABASE signalbox SETTINGS PROFILE 'signalbox_reader';

CREATE USER IF NOT EXISTS signalbox_migrator IDENTIFIED WITH sha256_password BY {migrator_password:String}
  DEFAULT DATABASE signalbox;

-- The consumer: rows in, a look at what is there, the deletion of a day that was stored in part, and events whose source
-- maps came after them.
GRANT SELECT, INSERT, ALTER DELETE, ALTER UPDATE ON signalbox.* TO signalbox_writer;
GRANT SELECT ON system.processes TO signalbox_writer;

-- Only a cluster needs these: statements on all servers, and a look at all replicas.
GRANT CREATE TEMPORARY TABLE, REMOTE, CLUSTER ON *.* TO signalbox_writer;
GRANT SYSTEM SYNC REPLICA ON signalbox.* TO signalbox_writer;

-- Queries: telemetry, in the tables for all servers and in those of each; not the ledger of migrations.
GRANT SELECT ON signalbox.* TO signalbox_reader;
REVOKE SELECT ON signalbox.schema_migrations FROM signalbox_reader;

-- The schema, its ledger and its retention. It drops no table.
GRANT SELECT, INSERT, CREATE TABLE, ALTER TABLE ON signalbox.* TO signalbox_migrator;
GRANT TABLE ENGINE ON MergeTree TO signalbox_migrator;
GRANT TABLE ENGINE ON ReplicatedMergeTree TO signalbox_migrator;
GRANT TABLE ENGINE ON Distributed TO signalbox_migrator;
GRANT REMOTE, CLUSTER ON *.* TO signalbox_migrator;
