#!/bin/bash
# Run once by the ClickHouse image on an empty volume: creates the users in clickhouse/users.sql.
set -euo pipefail
clickhouse-client --user "$CLICKHOUSE_USER" --password "$CLICKHOUSE_PASSWORD" \
  --queries-file /etc/signalbox/users.sql \
  --param_writer_password="$SIGNALBOX_CLICKHOUSE_WRITER_PASSWORD" \
  --param_reader_password="$SIGNALBOX_CLICKHOUSE_READER_PASSWORD" \
  --param_migrator_password="$SIGNALBOX_CLICKHOUSE_MIGRATOR_PASSWORD"
