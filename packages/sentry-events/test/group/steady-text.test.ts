import { expect } from 'chai'
import { grouped } from './grouped.js'
import type { Frame } from './pairs/pair.js'

const message = (text: string) => grouped({ message: text }).fingerprint

describe('variable data in a text', () => {
  const alike: [what: string, left: string, right: string][] = [
    ['a number as it is written in half of the world', 'price 1.204,50 is too high', 'price 12.5 is too high'],
    ['what stands for a number that is none', 'ratio NaN is refused', 'ratio 0.7 is refused'],
    ['a locale', 'no words for de_AT', 'no words for pt-BR'],
    ['a day with dots', 'closed on 24.12.2026 18:00', 'closed on 1.1.2027'],
    ['what JSON holds', 'bad event {"id": 7, "state": "late"}', 'bad event {"id": 19, "state": "paid"}'],
    ['what SQL holds', "slow: SELECT a FROM t WHERE b = 'ann'", "slow: SELECT a FROM t WHERE b = 'bob'"],
    [
      'how many rows a statement inserts',
      'insert into "t" ("a") values ($1) - deadlock detected',
      'insert into "t" ("a") values ($1), ($2), ($3) - deadlock detected',
    ],
    [
      'what a mapper inserts',
      'Failed query: delete from "t"\nparams: 7',
      'Failed query: delete from "t"\nparams: ann,9',
    ],
    [
      'which row PostgreSQL rejects',
      'no null\nDETAIL:  Failing row contains (1, ann).',
      'no null\nDETAIL:  Failing row contains (2, bob).',
    ],
    [
      'what a database truncated',
      "would be truncated in column 'text'. Truncated value: 'the dogs' run'.",
      "would be truncated in column 'text'. Truncated value: 'away for'.",
    ],
    [
      'a value with an apostrophe',
      "Incorrect date value: 'O'Brien' for column",
      "Incorrect date value: 'x' for column",
    ],
    [
      'a value that is no name',
      'invalid input value for enum state: "shiped"',
      'invalid input value for enum state: "-"',
    ],
    ['an amount that begins like a status', 'too many cents, got 404.99', 'too many cents, got 12.5'],
    ['an amount that equals a status', 'cents must be whole, got 404', 'cents must be whole, got 12'],
    ['a name that begins with an article', 'Show Hamlet oversold', 'Show The Seagull oversold'],
    ['a pair of currencies', 'no quote for EURUSD', 'no quote for GBP/SEK'],
    [
      'digits that end a path before a status',
      'GET /v1/bookings/5512 failed with 500',
      'GET /v1/bookings/88 failed with 500',
    ],
    ['how much a list holds', 'gone: DELETE FROM t WHERE id IN (1, 2, 3)', 'gone: DELETE FROM t WHERE id IN (4)'],
    ['a path of data', 'cannot read /srv/exports/march', 'cannot read /tmp/april/part'],
    ['what kind of data it is', 'no route to 10.0.0.7', 'no route to stock.internal'],
    [
      'what was wrong with a number in Rust',
      'price: ParseIntError { kind: Empty }',
      'price: ParseIntError { kind: InvalidDigit }',
    ],
    ['as Rust says it', 'price: invalid digit found in string', 'price: cannot parse integer from empty string'],
    [
      'which text was no number in Go',
      'price: strconv.Atoi: parsing "x": invalid syntax',
      'price: strconv.Atoi: parsing "": invalid syntax',
    ],
    ['the address of this host', 'connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['as Go writes it', 'dial tcp [::1]:6379: refused', 'dial tcp 127.0.0.1:6379: refused'],
    [
      'why a text is no JSON, as engines of JavaScript say it',
      'Unexpected token \'<\', "<html>" is not valid JSON',
      'Unexpected end of JSON input',
    ],
    [
      'as older engines say it',
      'Unexpected token < in JSON at position 0',
      "Expected property name or '}' in JSON at position 1 (line 1 column 2)",
    ],
    [
      'as Python says it',
      'Expecting value: line 1 column 1 (char 0)',
      'Expecting property name enclosed in double quotes: line 2 column 3 (char 9)',
    ],
    [
      'as Go says it',
      "webhook: invalid character '<' looking for beginning of value",
      'webhook: unexpected end of JSON input',
    ],
    [
      'as Rust says it',
      'called `Result::unwrap()` on an `Err` value: Error("expected value", line: 1, column: 1)',
      'called `Result::unwrap()` on an `Err` value: Error("EOF while parsing an object", line: 4, column: 0)',
    ],
    [
      'why a text is no date in Go',
      'due: parsing time "2026-13-01": month out of range',
      'due: parsing time "soon" as "2006-01-02": cannot parse "soon" as "2006"',
    ],
    [
      'how a version of Ruby quotes',
      "undefined method `name' for #<Order:0x000078>",
      "undefined method 'name' for an instance of Order",
    ],
    [
      'a path that Node adds to what the system said',
      "ENOENT: no such file or directory, open '/srv/a b.csv'",
      'ENOENT: no such file or directory, open',
    ],
    [
      'what was typed and is no date',
      "Text '31/12/2025' could not be parsed at index 2",
      "Text 'soon' could not be parsed at index 0",
    ],
    ['what was typed and is no number in Java', 'For input string: "twelve"', 'For input string: "12 b"'],
    [
      'as Python says it',
      "invalid literal for int() with base 10: 'twelve'",
      "invalid literal for int() with base 10: '1.5'",
    ],
    ['as Ruby says it', 'invalid value for Integer(): "12a"', 'invalid value for Integer(): "none"'],
    [
      'as Postgres says it',
      'invalid input syntax for type uuid: "new"',
      'invalid input syntax for type uuid: "undefined"',
    ],
    [
      'where Jackson read it',
      'Cannot deserialize value of type `Day` from String "soon": no day\n at [Source: (ByteArrayInputStream); line: 1, column: 12] (through reference chain: Claim["day"])',
      'Cannot deserialize value of type `Day` from String "x": no day\n at [Source: REDACTED (`INCLUDE_SOURCE_IN_LOCATION` disabled); line: 9, column: 1] (through reference chain: Claim["day"])',
    ],
    [
      'a pattern in Go',
      'regexp: Compile(`(`): error parsing regexp: missing closing ): `(`',
      'regexp: Compile(`a(b`): error parsing regexp: missing closing ): `a(b`',
    ],
    [
      'a pattern in JavaScript',
      'Invalid regular expression: /(/: Unterminated group',
      'Invalid regular expression: /a(b/u: Unterminated group',
    ],
    [
      'why webpack could not load a chunk',
      'Loading chunk 12 failed.\n(error: https://a.example/12.6a1f.js)',
      'Loading chunk 12 failed.\n(missing: https://a.example/12.0f9e.js)',
    ],
    [
      'what React found on a page',
      'Text content did not match. Server: "3 min ago" Client: "yesterday"',
      'Text content did not match. Server: "today" Client: "now"',
    ],
    [
      'what came instead of a number in Go',
      'interface conversion: interface {} is string, not float64',
      'interface conversion: interface {} is nil, not float64',
    ],
    [
      'as the decoder of JSON says it',
      'json: cannot unmarshal string into Go struct field Tour.stops of type int',
      'json: cannot unmarshal number 1.5 into Go struct field Tour.stops of type int',
    ],
    [
      'why a text is no JSON, behind words of the application',
      'webhook: Unexpected token < in JSON at position 0',
      'webhook: Unexpected end of JSON input',
    ],
    [
      'what Rust says of JSON in a sentence',
      'webhook: expected value at line 1 column 1',
      'webhook: EOF while parsing an object at line 4 column 0',
    ],
    [
      'where a record of CSV began, in Go',
      'record on line 1; parse error on line 3, column 7: bare " in non-quoted field',
      'parse error on line 12, column 1: bare " in non-quoted field',
    ],
    [
      'what was typed and is no number in Go, quotes included',
      'strconv.Atoi: parsing "a\\"b": invalid syntax',
      'strconv.Atoi: parsing "": invalid syntax',
    ],
    ['why a text is no duration in Go', 'time: invalid duration "x"', 'time: unknown unit "y" in duration "10y"'],
    [
      'why a text is no address in Go',
      'ParseAddr("10.0.0"): IPv4 address too short',
      'ParseAddr("stock"): unable to parse IP',
    ],
    [
      'why a text is no URL in Go',
      'parse "http://[::1": missing \']\' in host',
      'parse "1:2": first path segment in URL cannot contain colon',
    ],
    ['why a text is no UUID', 'invalid UUID length: 5', 'invalid UUID format'],
    ['why a text is no date in Rust', 'due: premature end of input', 'due: input contains invalid characters'],
    [
      'which version of Rust an assertion failed in',
      'assertion failed: `(left == right)`\n  left: `3`,\n right: `5`: totals differ',
      'assertion `left == right` failed: totals differ\n  left: 17\n right: 4',
    ],
    ['which version of Rust counted borrows', 'already borrowed: BorrowMutError', 'RefCell already borrowed'],
    [
      'on which side of a slice a bound lay in Go',
      'runtime error: slice bounds out of range [:9] with capacity 4',
      'runtime error: slice bounds out of range [5:3]',
    ],
    [
      'which variant serde did not know',
      'unknown variant `overnight`, expected `express` or `standard` at line 1 column 49',
      'unknown variant `pigeon`, expected `express` or `standard` at line 7 column 3',
    ],
    [
      'what serde found',
      'invalid type: string "x", expected u32 at line 1 column 9',
      'invalid type: integer `7`, expected u32 at line 2 column 4',
    ],
    [
      'the row that broke a key',
      'duplicate key value\nDETAIL: Key (reference)=(r-12ab) already exists.',
      'duplicate key value\nDETAIL: Key (reference)=(late) already exists.',
    ],
    ['as MySQL says it', "Duplicate entry 'ann' for key 'users.name'", "Duplicate entry 'bob' for key 'users.name'"],
    ['the verb of a counted noun', '1 entry is late', '7 entries are late'],
    ['the unit of a size', 'body of 512 B is too large', 'body of 1.5 MiB is too large'],
    ['an ordinal', 'gave up after the 2nd attempt', 'gave up after the 13th attempt'],
    ['a version', 'agent 1.2.3 is too old', 'agent v2.0.17-rc.1 is too old'],
    ['a port behind a host', "foreign host '10.2.0.7:8000'", "foreign host 'scan.example.net'"],
    ['a code of an airport', 'flight 7 was diverted to FRA', 'flight 12 was diverted to JFK'],
    ['an id with a prefix', 'publishing HAM-17 failed', 'publishing MUC-2 failed'],
    ['an id of a letter and a number', 'van V1 has no driver', 'van V77 has no driver'],
    ['a license plate', 'booking of HH-AB 12 was refused', 'booking of M-XY 9 was refused'],
    ['a name of a place', 'station Kiruna is booked for orbit 7', 'station Svalbard is booked for orbit 12'],
    ['a name at the end', 'flight 12 waits in Oslo', 'flight 7 waits in Bergen.'],
    ['a numbered member of a group', 'server eu-3 refused the round', 'server us-14 refused the round'],
    ['a port by chance', 'connect ECONNREFUSED 127.0.0.1:43211', 'connect ECONNREFUSED 127.0.0.1:8123'],
  ]
  for (const [what, left, right] of alike) {
    it(`is ignored: ${what}`, () => {
      expect(message(left)).to.equal(message(right))
    })
  }

  const apart: [what: string, left: string, right: string][] = [
    [
      'a number out of range in Go',
      'price: strconv.Atoi: parsing "x": invalid syntax',
      'price: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ],
    [
      'a number out of range in Rust',
      'price: invalid digit found in string',
      'price: number too large to fit in target type',
    ],
    ['what the application says of JSON', 'Unexpected JSON field in webhook', 'Expected JSON object in webhook'],
    ['the port of a service', 'connect ECONNREFUSED 10.0.0.7:6379', 'connect ECONNREFUSED 10.0.0.7:5432'],
    [
      'the number of an error of React',
      'Minified React error #418; visit https://react.dev/errors/418',
      'Minified React error #31; visit https://react.dev/errors/31',
    ],
    [
      'the chunk that could not be loaded',
      'Loading chunk maps failed.\n(error: a)',
      'Loading chunk tax failed.\n(error: a)',
    ],
    [
      'the field that Jackson read',
      'no day\n at [Source: (A); line: 1, column: 2] (through reference chain: C["day"])',
      'no day\n at [Source: (A); line: 1, column: 2] (through reference chain: C["end"])',
    ],
    ['keys of JSON', 'bad event {"id": 7}', 'bad event {"order": 7}'],
    ['tables of SQL', "slow: SELECT a FROM t WHERE b = 'ann'", "slow: SELECT a FROM u WHERE b = 'ann'"],
    ['routes of HTTP', 'GET /orders failed', 'GET /stock failed'],
    ['names of types', 'expected an object of type Number here', 'expected an object of type String here'],
    ['names of HTTP statuses', 'answer was Forbidden for us', 'answer was Gone for us'],
    ['an acronym', 'cannot parse this as XML', 'cannot parse this as CSV'],
    ['words in capitals', 'no words for GOLD', 'no words for IRON'],
    [
      'what is wrong with CSV',
      'parse error on line 3, column 7: bare " in field',
      'record on line 3: wrong number of fields',
    ],
    ['what serde expected', 'invalid type: map, expected u32', 'invalid type: map, expected a string'],
    ['which kind of text was rejected', 'invalid UUID length: 5', 'time: invalid duration "5"'],
    ['errors of the system', 'ENOENT: no such file or directory, open', 'EACCES: permission denied, open'],
  ]
  for (const [what, left, right] of apart) {
    it(`is not recognized: ${what}`, () => {
      expect(message(left)).to.not.equal(message(right))
    })
  }
})

describe('a message template', () => {
  const filled = (template: string, formatted: string) =>
    grouped({ logentry: { message: template, formatted } }).fingerprint

  it('equals the formatted text if only numbers are inserted', () => {
    for (const template of [
      'order %d of %(shop)s',
      'order {} of {shop}',
      'order {0:04d} of ${shop}',
      'order #{id} of %-5s',
    ]) {
      expect(filled(template, 'order 7 of 12'), template).to.equal(message('order 9 of 13'))
    }
  })

  it('is separate, whatever words are inserted', () => {
    expect(filled('order %s', 'order late')).to.equal(filled('order %s', 'order paid'))
    expect(filled('order %s', 'order 7')).to.not.equal(filled('queue %s', 'queue 7'))
    expect(filled('80%done %s', '80%done 7')).to.not.equal(filled('80%one %s', '80%one 7'))
  })
})

describe('quotes in a message', () => {
  const logged = (value: string, ...frames: Frame[]) =>
    grouped({ platform: 'go', message: value, stacktrace: { frames } }).fingerprint
  const place: Frame = { module: 'example.com/shop', function: 'move', in_app: true }

  it('enclose data if the error has a place, and identify it otherwise', () => {
    expect(logged('no way from "lost"', place)).to.equal(logged('no way from "paid"', place))
    expect(logged('no way from "lost"', place)).to.not.equal(logged('no way to "lost"', place))
    expect(logged('no way from "lost"')).to.not.equal(logged('no way from "paid"'))
  })
})
