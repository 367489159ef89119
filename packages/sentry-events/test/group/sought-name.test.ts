import { expect } from 'chai'
import { grouped } from './grouped.js'
import { errorEvent } from './pairs/pair.js'

const decode = { module: 'shop.Orders', filename: 'orders.src', function: 'decode', in_app: true }
const fault = (platform: string, type: string, value: string) =>
  grouped(errorEvent(platform, { type, value, frames: [decode] })).fingerprint

describe('the name that a lookup did not find', () => {
  const apart: [platform: string, type: string, left: string, right: string][] = [
    [
      'java',
      'NullPointerException',
      'Cannot invoke "shop.Holder.getName()" because the return value of "shop.Policy.getHolder()" is null',
      'Cannot invoke "shop.Vehicle.getName()" because the return value of "shop.Policy.getVehicle()" is null',
    ],
    [
      'java',
      'NullPointerException',
      'Cannot read field "plate" because "this.vehicle" is null',
      'Cannot read field "plate" because "this.trailer" is null',
    ],
    [
      'java',
      'NullPointerException',
      "Attempt to invoke virtual method 'java.lang.String shop.Holder.getName()' on a null object reference",
      "Attempt to read from field 'int shop.Holder.age' on a null object reference",
    ],
    ['ruby', 'NoMethodError', "undefined method `city' for nil:NilClass", "undefined method 'strftime' for nil"],
    [
      'python',
      'AttributeError',
      "'NoneType' object has no attribute 'city'",
      "'NoneType' object has no attribute 'starts'",
    ],
    [
      'python',
      'TypeError',
      "Line.__init__() missing 1 required positional argument: 'count'",
      "Line.__init__() got an unexpected keyword argument 'colour'",
    ],
    [
      'csharp',
      'System.Text.Json.JsonException',
      'The JSON value could not be converted to System.Int32. Path: $.lines[0].weight | LineNumber: 2 | BytePositionInLine: 9.',
      'The JSON value could not be converted to System.Int32. Path: $.lines[1].price | LineNumber: 2 | BytePositionInLine: 9.',
    ],
    [
      'java',
      'InvalidFormatException',
      'Cannot deserialize value of type `int` from String "a" (through reference chain: shop.Order["lines"]->shop.Line["weight"])',
      'Cannot deserialize value of type `int` from String "a" (through reference chain: shop.Order["lines"]->shop.Line["price"])',
    ],
    [
      'csharp',
      'System.FormatException',
      "The input string 'x' was not in a correct format.",
      "String 'x' was not recognized as a valid DateTime.",
    ],
    [
      'go',
      '*pq.Error',
      'pq: duplicate key value violates unique constraint "orders_pkey"',
      'pq: duplicate key value violates unique constraint "users_email_key"',
    ],
    [
      'python',
      'IntegrityError',
      "(1062, \"Duplicate entry '7' for key 'orders.sku'\")",
      "(1062, \"Duplicate entry '7' for key 'users.email'\")",
    ],
    ['php', 'Error', 'Call to a member function format() on null', 'Call to a member function diff() on null'],
    [
      'java',
      'JsonDataException',
      "Required value 'startedAt' (JSON name 'started_at') missing at $",
      "Required value 'avatarUrl' missing at $.user",
    ],
    [
      'java',
      'MissingFieldException',
      "Field 'stops' is required for type with serial name 'Tour', but it was missing",
      "Field 'title' is required for type with serial name 'Tour', but it was missing",
    ],
    ['rust', 'Error', 'missing field `stops` at line 1 column 20', 'missing field `title` at line 1 column 31'],
    [
      'elixir',
      'Ecto.NoResultsError',
      'expected at least one result but got none in query:\n\nfrom s0 in Relay.Source,\n  where: s0.id == ^"77"',
      'expected at least one result but got none in query:\n\nfrom t0 in Relay.Target,\n  where: t0.id == ^"77"',
    ],
    [
      'rust',
      'panic',
      'called `Result::unwrap()` on an `Err` value: Error("missing field `id`", line: 1, column: 2)',
      'called `Result::unwrap()` on an `Err` value: Error("missing field `qty`", line: 1, column: 9)',
    ],
    [
      'csharp',
      'System.ArgumentOutOfRangeException',
      "Specified argument was out of the range of valid values. (Parameter 'rent')",
      "Specified argument was out of the range of valid values. (Parameter 'floor')",
    ],
    [
      'kotlin',
      'NullPointerException',
      'Parameter specified as non-null is null: method shop.Orders.decode, parameter id',
      'Parameter specified as non-null is null: method shop.Orders.decode, parameter text',
    ],
    [
      'php',
      'TypeError',
      'decode(): Argument #1 ($id) must be of type int, null given',
      'decode(): Argument #2 ($text) must be of type string, null given',
    ],
    [
      'go',
      'validator.ValidationErrors',
      "Key: 'Order.Email' Error:Field validation for 'Email' failed on the 'required' tag",
      "Key: 'Order.City' Error:Field validation for 'City' failed on the 'required' tag",
    ],
    [
      'python',
      'OperationalError',
      '(1048, "Column \'sku\' cannot be null")',
      '(1048, "Column \'city\' cannot be null")',
    ],
    ['python', 'KeyError', "'SHOP_REGION'", "'SHOP_BUCKET'"],
    ['ruby', 'KeyError', 'key not found: :region', 'key not found: :bucket'],
    ['ruby', 'KeyError', 'key not found: "SHOP_REGION"', 'key not found: "SHOP_BUCKET"'],
    [
      'python',
      'ValidationError',
      "1 validation error for Order\nqty\n  Input should be a valid integer [type=int_type, input_value='x']",
      '1 validation error for Order\nsku\n  Field required [type=missing, input_value={}]',
    ],
    ['ruby', 'ActiveRecord::RecordNotFound', "Couldn't find Seat with 'id'=7", "Couldn't find Hall with 'id'=7"],
    [
      'php',
      'ModelNotFoundException',
      'No query results for model [App\\Models\\Seat] 7',
      'No query results for model [App\\Models\\Hall] 7',
    ],
    ['python', 'UndefinedError', "'dict object' has no attribute 'title'", "'dict object' has no attribute 'name'"],
    ['python', 'UndefinedError', "'title' is undefined", "'name' is undefined"],
    ['python', 'ImportError', "cannot import name 'charge' from 'shop'", "cannot import name 'refund' from 'shop'"],
    [
      'php',
      'RuntimeError',
      'Variable "order" does not exist in "mail.html.twig" at line 3.',
      'Variable "refund" does not exist in "mail.html.twig" at line 3.',
    ],
    ['php', 'ErrorException', 'Warning: Undefined array key "vat"', 'Warning: Undefined array key "currency"'],
    ['php', 'ErrorException', 'Undefined property: Order::$vat', 'Undefined property: Order::$total'],
    ['ruby', 'NameError', 'uninitialized constant Shop::Order', 'uninitialized constant Shop::Refund'],
    ['elixir', 'KeyError', 'key :vat not found in: %{total: 1}', 'key :currency not found in: %{total: 1}'],
    ['dart', 'NoSuchMethodError', "The method 'total' was called on null.", "The getter 'vat' was called on null."],
    [
      'java',
      'IllegalStateException',
      "Property 'mail.smtp.host' is not configured",
      "Property 'archive.bucket' is not configured",
    ],
    [
      'csharp',
      'InvalidOperationException',
      "Section 'Jwt:Key' not found in configuration.",
      "Section 'Smtp:Host' not found in configuration.",
    ],
    [
      'java',
      'IllegalArgumentException',
      'Could not resolve placeholder \'mail.host\' in value "${mail.host}"',
      'Could not resolve placeholder \'queue.url\' in value "${queue.url}"',
    ],
    ['node', 'Error', 'Missing environment variable SHOP_KEY', 'Missing environment variable SHOP_URL'],
    [
      'java',
      'SQLiteException',
      '[SQLITE_ERROR] SQL error or missing database (no such table: bonus)',
      '[SQLITE_ERROR] SQL error or missing database (no such column: bonus)',
    ],
    [
      'cocoa',
      'EXC_BREAKPOINT',
      'Fatal error: Index out of range > Exception 6, Code 1 >',
      'Fatal error: Unexpectedly found nil while unwrapping an Optional value > Exception 6, Code 1 >',
    ],
    ['node', 'Error', 'cannot move 3 boxes: other zone', 'cannot move 90 boxes: no room'],
    ['javascript', 'Error', 'POST /orders: 422 no such postcode', 'POST /orders: 401 session expired'],
  ]
  for (const [platform, type, left, right] of apart) {
    it(`distinguishes: ${platform}: ${left.split('\n', 1)[0] ?? ''}`, () => {
      expect(fault(platform, type, left)).not.to.equal(fault(platform, type, right))
    })
  }

  const alike: [what: string, platform: string, type: string, left: string, right: string][] = [
    [
      'names of variables that only some builds have',
      'java',
      'NullPointerException',
      'Cannot invoke "shop.Holder.getName()" because "<local4>" is null',
      'Cannot invoke "shop.Holder.getName()" because "holder" is null',
    ],
    [
      'names of a shrinker',
      'java',
      'NullPointerException',
      "Attempt to invoke virtual method 'java.lang.String a.b.c()' on a null object reference",
      "Attempt to invoke virtual method 'java.lang.String a.d.e()' on a null object reference",
    ],
    [
      'the number of a network error, which each system has its own for',
      'dart',
      'SocketException',
      'Connection refused (OS Error: Connection refused, errno = 111), address = a.example, port = 41230',
      'Connection refused (OS Error: Connection refused, errno = 61), address = a.example, port = 55012',
    ],
    ['a number as a key', 'php', 'ErrorException', 'Undefined array key 3', 'Undefined array key 17'],
    ['a key that is data', 'python', 'KeyError', "'EUR'", "'USD'"],
    ['as Ruby says it', 'ruby', 'KeyError', 'key not found: "EUR"', 'key not found: "USD"'],
    [
      'where a field is missing',
      'java',
      'JsonDataException',
      "Required value 'avatarUrl' missing at $",
      "Required value 'avatarUrl' missing at $[7].user",
    ],
    [
      'which row',
      'ruby',
      'ActiveRecord::RecordNotFound',
      "Couldn't find Seat with 'id'=7",
      "Couldn't find Seat with 'id'=19",
    ],
  ]
  for (const [what, platform, type, left, right] of alike) {
    it(`is ignored: ${what}`, () => {
      expect(fault(platform, type, left)).to.equal(fault(platform, type, right))
    })
  }
})
