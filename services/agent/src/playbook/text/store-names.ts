const stores =
  /(^|[-_.\d])(postgres|postgresql|pg|mysql|mariadb|aurora|oracle|mongo(db)?|redis|valkey|memcached|kafka|rabbitmq|elasticsearch|opensearch|cassandra|scylla|clickhouse|dynamodb|etcd|sqs|s3|database|db|queue|broker|pgbouncer|haproxy|minio|nats|pulsar|zookeeper)([-_.\d]|$)/i

/** True if the name is that of a database, cache or queue. */
export function isStore(service: string): boolean {
  return stores.test(service)
}
