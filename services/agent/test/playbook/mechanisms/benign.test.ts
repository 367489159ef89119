import { expect } from 'chai'
import { readEdit } from '../../../src/playbook/changes/edit.js'
import { findBenign } from '../../../src/playbook/mechanisms/benign.js'
import { findMechanisms } from '../../../src/playbook/mechanisms/find-mechanisms.js'

/** Harmless edits, by what they do. */
const harmless: Readonly<Record<string, { file: string; diff: string }>> = {
  'renames a local variable': {
    file: 'list.go',
    diff: '-\trows := load()\n-\treturn rows\n+\titems := load()\n+\treturn items',
  },
  'renames a variable that is used once': {
    file: 'listen.go',
    diff: '-\tl, err := net.Listen("tcp", addr)\n+\tln, err := net.Listen("tcp", addr)',
  },
  'renames a function': {
    file: 'handlers.py',
    diff: '-def do_transfer(req):\n-    return transfer(req.tx, req.amount)\n+def handle_transfer(req):\n+    return transfer(req.tx, req.amount)',
  },
  'takes a helper out': {
    file: 'score.go',
    diff: '-\treturn a*w1 + b*w2\n+\treturn score(a, b)\n+}\n+\n+func score(a, b float64) float64 {\n+\treturn a*w1 + b*w2',
  },
  'takes out a helper that closes what it opens': {
    file: 'writer.py',
    diff: '-    with open(path, "a") as f:\n-        f.write(line)\n+    write_line(path, line)\n+\n+def write_line(path, line):\n+    with open(path, "a") as f:\n+        f.write(line)',
  },
  'handles errors elsewhere': {
    file: 'handler.go',
    diff: '-\tif err != nil { http.Error(w, err.Error(), 500); return }\n-\twriteJSON(w, m)\n+\tif err != nil {\n+\t\twriteError(w, http.StatusInternalServerError, err)\n+\t\treturn\n+\t}\n+\twriteJSON(w, m)',
  },
  'checks a bound': { file: 'chunk.go', diff: ' \t\tend := i + size\n+\t\tif end > len(xs) { end = len(xs) }' },
  'logs more': {
    file: 'log.go',
    diff: '-\t\tlog.Printf("%s %s", r.Method, r.URL.Path)\n+\t\tlogger.Info("request",\n+\t\t\t"method", r.Method,\n+\t\t\t"path", r.URL.Path)',
  },
  'measures more': {
    file: 'metrics.go',
    diff: '+var cacheHits = prometheus.NewHistogram(prometheus.HistogramOpts{\n+\tName: "cache_hit_seconds",\n+})',
  },
  'changes colours': { file: 'web/theme.ts', diff: '-  radius: 6,\n+  radius: 8,' },
  'changes a style sheet': { file: 'banner.css', diff: '-.banner { padding: 12px; }\n+.banner { padding: 16px; }' },
  'takes a patch of a library': {
    file: 'go.mod',
    diff: '-\tgoogle.golang.org/grpc v1.62.0\n+\tgoogle.golang.org/grpc v1.62.1',
  },
  'takes a patch of a library (npm)': {
    file: 'package.json',
    diff: '-    "undici": "6.0.0",\n+    "undici": "6.0.1",',
  },
  'changes only comments': { file: 'limits.py', diff: '-# at most a hundred\n+# a hundred at the most\n LIMIT = 100' },
  'puts spaces beside brackets': {
    file: 'shape.ts',
    diff: '-if (a) { b(1,2) }\n+if (a) {b( 1, 2 )}',
  },
  'orders imports': { file: 'tail.go', diff: ' import (\n-\t"os"\n \t"bufio"\n+\t"os"\n )' },
  'orders exports': { file: 'index.js', diff: '-export { a, b }\n+export { b, a }' },
  'corrects a message': { file: 'messages.go', diff: '-\t"reciever not ready"\n+\t"receiver not ready"' },
  'adds a page': {
    file: 'Issues.tsx',
    diff: '+      {items.length === 0 && (\n+        <EmptyState label="No issues yet" />\n+      )}',
  },
  'adds an index without locking': {
    file: 'db/migrations/0042.sql',
    diff: '+CREATE INDEX CONCURRENTLY IF NOT EXISTS idx_items_day ON items (day);',
  },
  'adds a column that may be empty': {
    file: 'db/migrations/0044.sql',
    diff: '+ALTER TABLE accounts ADD COLUMN nickname text;',
  },
  'closes what was open': { file: 'check.go', diff: ' \tresp, err := client.Do(req)\n+\tdefer resp.Body.Close()' },
  'reuses buffers': {
    file: 'pool.go',
    diff: ' func getBuf() *bytes.Buffer {\n-\treturn new(bytes.Buffer)\n+\tb := bufPool.Get().(*bytes.Buffer)\n+\tb.Reset()\n+\treturn b\n }',
  },
  'aligns settings': {
    file: 'endpoints.yaml',
    diff: '-payments: http://payments.svc:8080\n-mail: smtp.example.net:587\n+# by domain\n+payments: http://payments.svc:8080\n+mail:     smtp.example.net:587',
  },
  'formats a value': { file: 'view.ts', diff: '-  return `${total}`\n+  return format(total)' },
  'rounds otherwise': {
    file: 'tax.go',
    diff: '-\treturn math.Round(net * rate)\n+\treturn math.Round(net*rate*100) / 100',
  },
  'adds a test': {
    file: 'retry_test.go',
    diff: '+\tt.Run("jitter", func(t *testing.T) {\n+\t\ttime.Sleep(time.Second)\n+\t})',
  },
}

describe('findBenign', () => {
  for (const [what, { file, diff }] of Object.entries(harmless)) {
    it(`finds nothing to blame in an edit that ${what}`, () => {
      const edit = readEdit(diff, [file])
      const findings = findMechanisms(edit)
      const heaviest = Math.max(0, ...findings.map(({ weight }) => weight))
      expect(heaviest + (findBenign(edit, findings)?.weight ?? 0), JSON.stringify(findings[0])).to.be.lessThan(1.5)
    })
  }

  it('is sure of edits that only rename variables', () => {
    const weightOf = (file: string, diff: string) => {
      const edit = readEdit(diff, [file])
      return findBenign(edit, findMechanisms(edit))?.weight ?? 0
    }
    const renames = [
      '-\tfor _, x := range found {\n-\t\tnames = append(names, x.Name)\n+\tfor _, entry := range found {\n+\t\tnames = append(names, entry.Name)',
      '-const rows = load()\n-send(rows)\n+const items = load()\n+send(items)',
    ]
    for (const diff of renames) expect(weightOf('src/list.go', diff), diff).to.equal(-4)
    const others = [
      '-send(rows.total)\n-log(rows.total)\n+send(rows.count)\n+log(rows.count)',
      '-retry = True\n-call(retry, True)\n+retry = False\n+call(retry, False)',
      '-limit = first\n-send(limit, first, second)\n+limit = second\n+send(limit, second, second)',
      '-const load = read()\n-load(1)\n+const fetch = read()\n+fetch(1)',
    ]
    for (const diff of others) expect(weightOf('src/list.py', diff), diff).to.be.above(-4)
    expect(weightOf('config.yaml', '-a = b\n-c = a\n+d = b\n+c = d')).to.be.above(-4)
  })

  it('treats whitespace within quotes as a change', () => {
    const edit = readEdit('-const parts = line.split(", ")\n+const parts = line.split(",")', ['line.ts'])
    expect(edit.removed).to.have.length(1)
  })
})
