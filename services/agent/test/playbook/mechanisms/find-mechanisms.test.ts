import { expect } from 'chai'
import { readEdit } from '../../../src/playbook/changes/edit.js'
import { findMechanisms } from '../../../src/playbook/mechanisms/find-mechanisms.js'
import type { SymptomKind } from '../../../src/playbook/signals/symptom-kinds.js'

/** A diff, its file, and the expected finding: a mechanism, or a symptom that the strongest one predicts. */
interface Example {
  file: string
  diff: string
  mechanism?: string
  predicts?: SymptomKind
}

const examples: Readonly<Record<string, readonly Example[]>> = {
  'a protection that disappears': [
    {
      file: 'app/users.py',
      mechanism: 'null-check-removed',
      diff: '-    if user is None:\n-        return None\n     return user.name',
    },
    {
      file: 'src/order.ts',
      mechanism: 'null-check-removed',
      diff: '-  return order?.customer?.name\n+  return order.customer.name',
    },
    {
      file: 'Accounts.java',
      mechanism: 'null-check-removed',
      diff: '-    return repo.findById(id).orElse(Account.EMPTY);\n+    return repo.findById(id).get();',
    },
    {
      file: 'reports/list.py',
      mechanism: 'row-limit-removed',
      diff: '-    return session.query(Row).limit(100).all()\n+    return session.query(Row).all()',
    },
    {
      file: 'Queries/ShipmentList.cs',
      mechanism: 'eager-loading-removed',
      diff: '-  var list = await db.Shipments\n-      .Include(s => s.Items)\n-      .Where(s => s.Open)\n+  var list = await db.Shipments\n+      .Where(s => s.Open)',
    },
    {
      file: 'shop/views.py',
      mechanism: 'eager-loading-removed',
      diff: '-    orders = Order.objects.select_related("customer").all()\n+    orders = Order.objects.all()',
    },
    {
      file: 'client.go',
      mechanism: 'deadline-removed',
      diff: '-\tctx, cancel := context.WithTimeout(ctx, 2*time.Second)\n-\tdefer cancel()\n \treturn c.call(ctx)',
    },
    {
      file: 'retry.go',
      mechanism: 'backoff-removed',
      diff: ' \tfor attempt := 0; attempt < 5; attempt++ {\n-\t\ttime.Sleep(backoff(attempt))\n \t\tif err := call(); err == nil {',
    },
    {
      file: 'Files.java',
      mechanism: 'release-removed',
      diff: '-    try (InputStream in = open(path)) {\n-      return parse(in);\n-    }\n+    return parse(open(path));',
    },
    { file: 'db.ts', mechanism: 'release-removed', diff: '-  } finally {\n-    client.release()\n-  }\n+  }' },
    {
      file: 'resolvers/post.ts',
      mechanism: 'batching-removed',
      diff: '-  author: (post, { loaders }) => loaders.users.load(post.authorId),\n+  author: (post, { db }) => db.users.findOne(post.authorId),',
    },
    {
      file: 'auth/keys.py',
      mechanism: 'freshness-removed',
      diff: '-keys = TTLCache(maxsize=64, ttl=600)\n+keys = dict()',
    },
    {
      file: 'store/stock.go',
      mechanism: 'release-unguarded',
      diff: '-\tdefer rows.Close()\n+\tif skip {\n+\t\treturn nil, nil\n+\t}\n \tfor rows.Next() {\n+\trows.Close()',
    },
    {
      file: 'jobs.py',
      mechanism: 'release-unguarded',
      diff: '-    with pool.connection() as conn:\n-        run(conn)\n+    conn = pool.connection()\n+    run(conn)\n+    conn.close()',
    },
    {
      file: 'wallet.py',
      mechanism: 'lock-removed',
      diff: '-    with self._lock:\n-        self.balance += amount\n+    self.balance += amount',
    },
    {
      file: 'stock.sql',
      mechanism: 'lock-removed',
      diff: '-SELECT count FROM stock WHERE sku = $1 FOR UPDATE\n+SELECT count FROM stock WHERE sku = $1',
    },
    {
      file: 'worker.py',
      mechanism: 'acknowledgement-removed',
      diff: '     handle(message)\n-    channel.basic_ack(method.delivery_tag)',
    },
    {
      file: 'pay.ts',
      mechanism: 'idempotency-removed',
      diff: "-  await http.post(url, body, { headers: { 'Idempotency-Key': id } })\n+  await http.post(url, body)",
    },
    {
      file: 'deploy/api.yaml',
      mechanism: 'graceful-stop-removed',
      diff: '-        lifecycle:\n-          preStop:\n-            exec: { command: ["sleep", "10"] }',
    },
    {
      file: 'auth.go',
      mechanism: 'tolerance-removed',
      diff: '-\tif exp.Add(leeway).Before(now) {\n+\tif exp.Before(now) {',
    },
    { file: 'save.ts', mechanism: 'await-removed', diff: '-  await store.save(order)\n+  store.save(order)' },
    {
      file: 'lookup.go',
      mechanism: 'shared-flight-removed',
      diff: '-\tv, err, _ := group.Do(key, func() (any, error) { return load(key) })\n+\tv, err := load(key)',
    },
    {
      file: 'upload.py',
      mechanism: 'rate-limit-removed',
      diff: '-    async with semaphore:\n-        await send(part)\n+    await send(part)',
    },
    {
      file: 'transfer.rb',
      mechanism: 'transaction-removed',
      diff: '-    ActiveRecord::Base.transaction do\n-      debit(a)\n-      credit(b)\n-    end\n+    debit(a)\n+    credit(b)',
    },
    {
      file: 'server.go',
      predicts: 'size',
      diff: ' \treturn grpc.NewServer(\n-\t\tgrpc.MaxRecvMsgSize(64<<20),\n \t\tgrpc.Creds(creds),',
    },
  ],
  'a value that changes': [
    { file: 'config/limits.yaml', mechanism: 'rate-limit-lowered', diff: '-  rps: 100\n+  rps: 10' },
    {
      file: 'application.yml',
      mechanism: 'pool-size-lowered',
      diff: ' hikari:\n-  maximum-pool-size: 30\n+  maximum-pool-size: 3',
    },
    {
      file: 'publisher/message.py',
      mechanism: 'field-converted',
      diff: '-        "price_ct_per_kwh": float(t.price_ct_per_kwh),\n+        "price_ct_per_kwh": money(t.price_ct_per_kwh),',
    },
    {
      file: 'reader/config.go',
      mechanism: 'unit-changed',
      diff: '-const deadline = 20 * time.Second\n+func (r Reader) deadlineOf(profile string) time.Duration {\n+\treturn time.Duration(r.Deadlines[profile]) * time.Millisecond\n+}',
    },
    { file: 'table.tf', predicts: 'throttled', diff: '-  read_capacity = 200\n+  read_capacity = 20' },
    { file: 'asg.tf', mechanism: 'replicas-lowered', diff: '-  min_size = 6\n+  min_size = 2' },
    {
      file: 'Client.java',
      mechanism: 'timeout-lowered',
      diff: '-    .timeout(Duration.ofSeconds(5))\n+    .timeout(Duration.ofMillis(50))',
    },
    {
      file: 'client.go',
      mechanism: 'timeout-lowered',
      diff: '-\tTimeout: 5 * time.Second,\n+\tTimeout: 50 * time.Millisecond,',
    },
    {
      file: 'consumer.properties',
      mechanism: 'poll-interval-lowered',
      diff: '-max.poll.interval.ms=300000\n+max.poll.interval.ms=30000',
    },
    {
      file: 'cache.py',
      predicts: 'cache-miss',
      diff: '-    cache.set(key, value, timeout=3600)\n+    cache.set(key, value, timeout=36)',
    },
    {
      file: 'values.yaml',
      mechanism: 'memory-limit-lowered',
      diff: ' resources:\n   limits:\n-    memory: 1Gi\n+    memory: 256Mi',
    },
    { file: 'values.yaml', mechanism: 'cpu-limit-lowered', diff: '-    cpu: "2"\n+    cpu: 200m' },
    { file: 'hpa.yaml', mechanism: 'replicas-lowered', diff: '-  maxReplicas: 20\n+  maxReplicas: 4' },
    { file: 'client.ts', mechanism: 'attempts-raised', diff: '-  retries: 2,\n+  retries: 20,' },
    { file: 'jvm.options', mechanism: 'heap-lowered', diff: '-JAVA_OPTS="-Xmx4g"\n+JAVA_OPTS="-Xmx512m"' },
    { file: 'worker.yaml', mechanism: 'concurrency-lowered', diff: '-concurrency: 16\n+concurrency: 1' },
    {
      file: 'nginx.conf',
      mechanism: 'timeout-lowered',
      diff: '-    proxy_read_timeout 60s;\n+    proxy_read_timeout 6s;',
    },
    {
      file: 'nginx.conf',
      mechanism: 'size-limit-lowered',
      diff: '-    client_max_body_size 20m;\n+    client_max_body_size 1m;',
    },
    {
      file: 'queue.tf',
      predicts: 'data',
      diff: '-  visibility_timeout_seconds = 300\n+  visibility_timeout_seconds = 10',
    },
    {
      file: 'verify.py',
      predicts: 'auth',
      diff: '-    jwt.decode(token, key, leeway=60)\n+    jwt.decode(token, key, leeway=0)',
    },
    { file: 'limits.conf', predicts: 'descriptors', diff: '-nofile 65536\n+nofile 1024' },
    { file: 'deploy.yaml', predicts: 'crash', diff: ' livenessProbe:\n-  timeoutSeconds: 10\n+  timeoutSeconds: 1' },
    {
      file: 'deploy.yaml',
      predicts: 'crash',
      diff: ' livenessProbe:\n-  initialDelaySeconds: 90\n+  initialDelaySeconds: 5',
    },
    { file: 'session.ts', predicts: 'auth', diff: "-  expiresIn: '12h',\n+  expiresIn: '1m'," },
    { file: 'logging.yaml', predicts: 'disk', diff: '-  sample_rate: 0.01\n+  sample_rate: 1.0' },
    { file: '.env.production', predicts: 'log-volume', diff: '-LOG_LEVEL=info\n+LOG_LEVEL=debug' },
    { file: 'db.yaml', predicts: 'unreachable', diff: '-  port: 5432\n+  port: 5433' },
    { file: 'features.yaml', mechanism: 'switched-on', diff: '-  new_pricing: false\n+  new_pricing: true' },
    { file: 'index.json', predicts: 'backlog', diff: '-  "number_of_shards": 12\n+  "number_of_shards": 1' },
    { file: 'cron.yaml', predicts: 'surge', diff: '-  interval: 15m\n+  interval: 5s' },
  ],
  'work that is added': [
    {
      file: 'import.ts',
      mechanism: 'work-in-loop',
      diff: '-  await db.order.createMany({ data: rows })\n+  for (const row of rows) {\n+    await db.order.create({ data: row })\n+  }',
    },
    {
      file: 'cart.py',
      mechanism: 'work-in-loop',
      diff: '     for line in cart.lines:\n-        total += line.price\n+        total += catalog_client.get_item(line.sku).price',
    },
    {
      file: 'Feed.java',
      mechanism: 'work-in-loop',
      diff: '     for (Post post : posts) {\n+      post.setAuthor(userRepository.findById(post.authorId()));\n     }',
    },
    {
      file: 'track.ts',
      mechanism: 'growing-collection',
      diff: '+const seen = new Map()\n export function track(req) {\n+  seen.set(req.id, req)\n }',
    },
    {
      file: 'audit.py',
      mechanism: 'growing-collection',
      diff: '     def record(self, event):\n+        self.history.append(event)',
    },
    {
      file: 'Audit.java',
      mechanism: 'growing-collection',
      diff: '+  private static final List<Event> EVENTS = new ArrayList<>();\n   void record(Event e) {\n+    EVENTS.add(e);\n   }',
    },
    {
      file: 'notify.go',
      mechanism: 'endless-task',
      diff: ' func Handle(r *Request) {\n+\tgo func() {\n+\t\tfor msg := range r.updates {\n+\t\t\tsend(msg)\n+\t\t}\n+\t}()\n }',
    },
    {
      file: 'Zones.java',
      mechanism: 'endless-task',
      diff: '+    ScheduledExecutorService r = Executors.newSingleThreadScheduledExecutor();\n+    r.scheduleAtFixedRate(this::reload, 0, 5, MINUTES);',
    },
    {
      file: 'hash.js',
      mechanism: 'blocking-call',
      diff: '-  return await hash(password)\n+  return crypto.pbkdf2Sync(password, salt, 600000, 64, "sha512")',
    },
    { file: 'links.py', mechanism: 'costly-expression', diff: '+LINK = re.compile(r"^(([a-z])+.)+[A-Z]([a-z])+$")' },
    {
      file: 'Search.java',
      mechanism: 'costly-query',
      diff: '-    "SELECT id FROM users WHERE email = ?"\n+    "SELECT id FROM users WHERE LOWER(email) LIKE ?"',
    },
    {
      file: 'Tokens.java',
      mechanism: 'lock-held',
      diff: '-  Token refresh() {\n+  synchronized Token refresh() {\n     return http.post(url);\n   }',
    },
    {
      file: 'profile.rb',
      mechanism: 'unstable-key',
      diff: '-    key = "profile:#{id}"\n+    key = "profile:#{id}:#{Time.now.to_i}"',
    },
    {
      file: 'pay.go',
      mechanism: 'client-per-call',
      diff: ' func (s *Service) charge(r Request) error {\n-\treturn s.http.Post(r)\n+\tclient := &http.Client{}\n+\treturn client.Post(r)\n }',
    },
    {
      file: 'tier.go',
      mechanism: 'unchecked-use',
      diff: '+\ttier := s.tiers[customer.TierID]\n+\tprice = price.Mul(tier.Schedule.Rate(qty))',
    },
    { file: 'match.ts', mechanism: 'unchecked-use', diff: '+  const plan = plans.find((p) => p.id === id).price' },
  ],
  'an agreement that changes': [
    {
      file: 'settings.ts',
      mechanism: 'environment-name-changed',
      diff: '-const key = process.env.PAYMENTS_KEY\n+const key = process.env.PAYMENTS_API_KEY',
    },
    {
      file: 'db.yaml',
      mechanism: 'address-changed',
      diff: '-  host: db-primary.internal\n+  host: db-primry.internal',
    },
    {
      file: 'order.go',
      mechanism: 'field-renamed',
      diff: '-\tTotal int64 `json:"total_cents"`\n+\tTotal int64 `json:"totalCents"`',
    },
    {
      file: 'events.py',
      mechanism: 'field-renamed',
      diff: '-    payload["customer_id"] = order.customer\n+    payload["customerId"] = order.customer',
    },
    {
      file: 'proxy.ts',
      mechanism: 'header-changed',
      diff: "-  headers.set('X-User-Id', user.id)\n+  headers.set('X-Account-Id', user.id)",
    },
    {
      file: 'routes.ts',
      mechanism: 'route-changed',
      diff: "-router.get('/v1/orders', list)\n+router.get('/v2/orders', list)",
    },
    {
      file: 'publisher.py',
      predicts: 'backlog',
      diff: '-    producer.send("orders.created", event)\n+    producer.send("orders.created.v2", event)',
    },
    {
      file: 'dao/favorites.py',
      mechanism: 'missing-table',
      diff: '+    return session.execute("SELECT id FROM user_favorites WHERE user = :u")',
    },
    { file: 'migrations/0007.py', mechanism: 'index-dropped', diff: '+    op.drop_index("ix_orders_customer")' },
    { file: 'db/migrate/9.sql', mechanism: 'object-dropped', diff: '+ALTER TABLE orders DROP COLUMN legacy_status;' },
    { file: 'db/migrate/10.sql', mechanism: 'table-locked', diff: '+CREATE INDEX idx_orders_day ON orders (day);' },
    {
      file: 'save.go',
      mechanism: 'statements-reordered',
      diff: '-\tpublish(order)\n \tif err := tx.Commit(); err != nil {\n \t\treturn err\n \t}\n+\tpublish(order)',
    },
    {
      file: 'transfer.py',
      mechanism: 'statements-reordered',
      diff: '-    lock(first)\n-    lock(second)\n+    lock(second)\n+    lock(first)',
    },
    { file: 'produce.ts', predicts: 'backlog', diff: '-  partitionKey: order.id,\n+  partitionKey: order.region,' },
    {
      file: 'tls.go',
      mechanism: 'protocol-raised',
      diff: '-\tMinVersion: tls.VersionTLS12,\n+\tMinVersion: tls.VersionTLS13,',
    },
    {
      file: 'redis.conf',
      predicts: 'memory',
      diff: ' maxmemory 2gb\n-maxmemory-policy allkeys-lru\n+maxmemory-policy noeviction',
    },
    {
      file: 'format.py',
      mechanism: 'format-changed',
      diff: '-    return day.strftime("%Y-%m-%d")\n+    return day.strftime("%d/%m/%Y")',
    },
    {
      file: 'package.json',
      mechanism: 'dependency-changed',
      diff: '-    "undici": "5.28.4",\n+    "undici": "6.0.0",',
    },
  ],
}

describe('findMechanisms', () => {
  it('takes the indentation of a template for no value', () => {
    const diff = '-  lifecycle: {{ toYaml . | nindent 12 }}\n+  lifecycle: {{ toYaml . | nindent 2 }}'
    expect(findMechanisms(readEdit(diff, ['charts/pod.tpl'])).map(({ mechanism }) => mechanism)).to.deep.equal([])
  })

  for (const [kind, list] of Object.entries(examples)) {
    describe(kind, () => {
      for (const { file, diff, mechanism, predicts } of list) {
        it(`is found: ${mechanism ?? `${predicts ?? ''} is predicted`} in ${file} (${diff.length} characters)`, () => {
          const findings = findMechanisms(readEdit(diff, [file])).filter(({ weight }) => weight >= 1)
          if (mechanism !== undefined) expect(findings.map((finding) => finding.mechanism)).to.include(mechanism)
          if (predicts !== undefined) expect(findings.flatMap((finding) => finding.predicts)).to.include(predicts)
        })
      }
    })
  }
})
