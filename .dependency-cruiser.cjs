'use strict'

// The dependency direction of ARCHITECTURE.md as rules:
// services/* → api-client, service-kit and the packages of formats and stores → contracts, sqlite → nothing of ours.

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
    {
      name: 'no-folder-cycles',
      comment: 'Folders are layers: what would close a circle is a callback that the composition hands in.',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(packages|services)/[^/]+/src' },
      to: { circular: true },
    },
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
        pathNot: ['^packages/(sqlite|event-log/src/embedded)/', '^services/control-plane/src/database/', '/test/'],
      },
      to: { path: '^packages/sqlite/' },
    },
    onlyFrom('chdb-in-one-folder', 'chdb', ['^packages/telemetry-store/src/']),
    onlyFrom('clickhouse-client-in-one-folder', '@clickhouse', ['^packages/telemetry-store/src/']),
    onlyFrom('kafka-in-one-folder', 'kafkajs', ['^packages/event-log/src/kafka/']),
    {
      name: 'screens-never-import-screens',
      comment: 'What two screens need is a part; the router and the links between them know addresses.',
      severity: 'error',
      from: { path: '^services/web/src/screens/([^/]+)/' },
      to: { path: '^services/web/src/screens/', pathNot: '^services/web/src/screens/$1/' },
    },
    {
      name: 'web-takes-only-types-of-contracts',
      comment:
        'A browser has no use for the schemas: only their types, which leave nothing in the bundle, and a table that needs no schema.',
      severity: 'error',
      from: { path: '^services/web/src/' },
      to: {
        path: '^packages/contracts/',
        pathNot: '^packages/contracts/src/claim-headings\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-rooms-in-one-direction',
      comment: 'app → screens → frame → parts → api → state',
      severity: 'error',
      from: { path: '^services/web/src/(parts|api|state)/' },
      to: { path: '^services/web/src/(app|screens|frame)/' },
    },
    {
      name: 'web-frame-knows-no-screen',
      severity: 'error',
      from: { path: '^services/web/src/frame/' },
      to: { path: '^services/web/src/(app|screens)/' },
    },
    onlyFrom('base-ui-in-one-folder', '@base-ui', ['^services/web/src/parts/controls/']),
    onlyFrom('charts-in-one-folder', 'uplot', ['^services/web/src/parts/chart/']),
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
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
}
