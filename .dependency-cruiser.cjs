'use strict'

// The dependency direction of ARCHITECTURE.md as rules:
// services/* → api-client, service-kit, envelope, otlp, event-log, telemetry-store → contracts, sqlite → nothing of ours.

/** A client library that only some folders may import. */
const onlyFrom = (name, library, folders) => ({
  name,
  severity: 'error',
  from: { path: '^(packages|services)/', pathNot: [...folders, '/test/'] },
  to: { path: `node_modules/${library}/` },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contracts-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contracts/' },
      to: { path: '^(packages|services)/', pathNot: '^packages/contracts/' },
    },
    {
      name: 'packages-import-only-contracts',
      comment: 'And sqlite, which has nothing of ours in it.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/', pathNot: ['^packages/$1/', '^packages/(contracts|sqlite)/'] },
    },
    {
      name: 'packages-never-import-services',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'services-never-import-services',
      comment: 'The composition root and tests excepted: they put the roles together.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/', pathNot: '^services/signalbox/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'ingest-has-no-store-access',
      severity: 'error',
      from: { path: '^services/ingest/src/' },
      to: { path: '^packages/telemetry-store/' },
    },
    {
      name: 'sources-never-import-tests',
      severity: 'error',
      from: { path: '/src/' },
      to: { path: '(^|/)test/' },
    },
    onlyFrom('sqlite-in-one-folder', '(@types/)?better-sqlite3(-13)?', ['^packages/sqlite/src/']),
    {
      name: 'sqlite-in-two-folders',
      severity: 'error',
      from: {
        path: '^(packages|services)/',
        pathNot: ['^packages/(sqlite|event-log/src/embedded)/', '^services/control-plane/src/store/', '/test/'],
      },
      to: { path: '^packages/sqlite/' },
    },
    onlyFrom('chdb-in-one-folder', 'chdb', ['^packages/telemetry-store/src/']),
    onlyFrom('clickhouse-client-in-one-folder', '@clickhouse', ['^packages/telemetry-store/src/']),
    onlyFrom('kafka-in-one-folder', 'kafkajs', ['^packages/event-log/src/kafka/']),
    onlyFrom('redis-in-one-folder', '(ioredis|rate-limit-redis)', ['^packages/service-kit/src/limits/']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@signalbox/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
