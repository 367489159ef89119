import { expect } from 'chai'
import { grouped } from './grouped.js'

const message = (text: string) => grouped({ message: text }).fingerprint

describe('data that is written in several forms', () => {
  const alike: [what: string, left: string, right: string][] = [
    ['an id of mixed letters', 'draft V1StGXR8_Z5jdHi6B-myT is locked', 'draft 5dM2kQ-xZ_aB7c9LrTq0e is locked'],
    ['an id of one letter and a number', 'truck t1 is full', 'truck c117 is full'],
    ['a single capital', 'lift A is out of order', 'lift C is out of order'],
    ['padded Base64', 'token dGhpcyBpcyBhIHRlc3Q= rejected', 'token eyJhbGciOiJIUzI1NiJ9 rejected'],
    ['a hardware address', 'device 00:1A:2B:3C:4D:5E offline', 'device a4:5e:60:c2:00:01 offline'],
    ['a phone number', 'no answer from +43 660 1234567', 'no answer from +1-202-555-0143'],
    ['coordinates', 'no zone at 48.2082,16.3738', 'no zone at -33.8688, 151.2093'],
    ['an amount of money', 'amount €12.50 is too low', 'amount $1,299.99 is too low'],
    ['its currency', 'amount 12.50 EUR is too low', 'amount 1.99 USD is too low'],
    ['the space before a percent sign', 'disk is at 97%', 'disk is at 81.5 %'],
    ['a size in words', 'upload of 3 megabytes is too big', 'upload of 12 kilobytes is too big'],
    ['an ISO 8601 duration', 'took PT1M30S', 'took PT4.2S'],
    ['a duration in several units', 'took 1 minute 30 seconds', 'took 2 hours'],
    ['a day in another language', 'closed on 24. Dezember 2026', 'closed on 1. Januar 2027'],
    ['a weekday', 'no shift on monday', 'no shift on friday'],
    ['a data file', 'cannot parse orders-2026-01.csv', 'cannot parse invoices.csv'],
    ['the owner of an address', 'mail to Ann Smith <ann@example.com> failed', 'mail to Bob <bob@example.org> failed'],
    ['a full name', 'no slot for Ann Smith', 'no slot for Bo van Dyke'],
    ['a name of two letters', 'stay of Rex starts late', 'stay of Bo starts late'],
    ['a name with a hyphen', 'no seat for Jean-Luc today', 'no seat for Ann today'],
    ['a name with an apostrophe', "no seat for O'Brien today", 'no seat for McCoy today'],
    ['a name with an umlaut', 'no tram in Köln today', 'no tram in Bonn today'],
    ['a title', 'no slot with Dr. Smith', 'no slot with Jones'],
    ['an initial', 'lesson of A. Smith was cancelled', 'lesson of B. Jones was cancelled'],
    ['a kind of company', 'invoice of Acme Ltd is late', 'invoice of Globex is late'],
    ['a name after the first word', 'Font Lora not loaded', 'Font Inter 4 not loaded'],
    ['a name after to', 'sell pass to Ada failed', 'sell pass to Zoe failed'],
    ['a name at the end', 'font not available: Lato', 'font not available: Open Sans'],
    ['an id with a long prefix', 'printer P1 is jammed', 'printer office-2 is jammed'],
    ['an id with an underscore', 'rack rack_12 is full', 'rack zone-b2 is full'],
    ['a seat', 'seat 12-B is taken', 'seat 7-A is taken'],
    ['a pod', 'no answer from api-7d9f8b6c5-x2k9p', 'no answer from web-5c6d7f8a9-q8z4w'],
    ['a name before a state', 'account acme not found', 'account globex not found'],
    ['an owner', "ann's order is late", "bob's order is late"],
    ['assigned values', 'bad row name=ann age=7', 'bad row name=bob age=12'],
    ['fields of a Java object', 'bad order Order{id=17, name=ann}', 'bad order Order{id=204, name=bob}'],
    ['a time zone', 'no calendar for Europe/Berlin', 'no calendar for America/New_York'],
    ['a country', 'no rate for AT', 'no rate for DE'],
    ['a number with apostrophes', "limit of 1'234'567 reached", 'limit of 12 reached'],
    ['a masked secret', 'token eyJh**** rejected', 'token abcd**** rejected'],
    ['an account number', 'account AT61 1904 3002 3457 3201 closed', 'account DE89 3704 0044 0532 0130 00 closed'],
    ['a handle', 'user @ann was banned', 'user @bob was banned'],
    ['a text file', 'cannot parse notes.txt', 'cannot parse march.log'],
    ['a rejected value', 'Invalid currency code : EU', 'Invalid currency code : XX-1'],
    ['a lower-case name', 'account acme has 3 seats', 'account globex has 17 seats'],
    ['a name after a preposition', 'storage of acme is full', 'storage of globex is full'],
    ['a plural without an s', '1 person was late', '17 people were late'],
    ['values of a Python map', "bad row {'id': 7, 'name': 'ann'}", "bad row {'id': 8, 'name': 'bob'}"],
    ['values of a Ruby hash', 'bad row {:id=>7, :name=>"ann"}', 'bad row {:id=>8, :name=>"bob"}'],
    ['the length of a list', "unknown tags ['a', 'b']", "unknown tags ['c']"],
    ['coordinates with one decimal', 'no zone at 48.2,16.3', 'no zone at 52.52,13.4'],
    ['a currency before its amount', 'balance of EUR 12 is too low', 'balance of USD 1,299.50 is too low'],
    ['a unit next to its number', 'parcel of 12.3kg is too heavy', 'parcel of 101kg is too heavy'],
    ['a tag', 'tag #summer was removed', 'tag #winter-26 was removed'],
    ['a media type', 'media type image/heic not allowed', 'media type text/x-vcard not allowed'],
    ['a day without a year', 'coupon expired on 1 May', 'coupon expired on 24 December'],
    ['an hour', 'visit at 14h30 moved', 'visit at 9:15 moved'],
    ['a flight', 'flight LH 402 was late', 'flight BA 17 was late'],
    ['a number in groups', 'unknown book 978-3-16-148410-0', 'unknown book 3-16-148410-X'],
    ['an id with slashes', 'sample S/12 was lost', 'sample T-3/A/7 was lost'],
    ['a Roman numeral', 'volume IV is closed', 'volume XII is closed'],
    ['a code of a language', 'text not available in sv', 'text not available in fi'],
    ['what was found', 'expected red, got blue', 'expected red, got yellow'],
    ['states of a change', 'cannot go from draft to paid', 'cannot go from open to void'],
    ['a full name after any word', 'teacher Max Huber is ill', 'teacher Eva Moser is ill'],
    ['a name with punctuation', 'school S:t Olof has 11 seats', 'school Norra has 3 seats'],
    ['an id after its kind', 'device d-1 is offline', 'device meter/9911 is offline'],
    ['an id like a size', 'no room for class 7B', 'no room for class 9A'],
    ['a slug in a path', 'GET data/offer-7.json failed', 'GET data/offer-late-summer-12.json failed'],
  ]
  for (const [what, left, right] of alike) {
    it(`does not contribute: ${what}`, () => {
      expect(message(left)).to.equal(message(right))
    })
  }

  const apart: [what: string, left: string, right: string][] = [
    ['a kind of event', 'no handler for click', 'no handler for scroll'],
    ['a service', 'service redis is down', 'service kafka is down'],
    ['a property of somebody', 'user email was rejected', 'user consent was rejected'],
    ['a part of a thing', 'size of body is wrong', 'size of header is wrong'],
    ['a cloud resource', 'denied arn:aws:s3:::orders', 'denied arn:aws:s3:::refunds'],
    ['a settings file', 'cannot read shop.yml', 'cannot read secrets.yml'],
    ['a key of a map', "bad row {'price': 'x'}", "bad row {'stock': 'x'}"],
    ['a rejected field', 'unknown field: price', 'unknown field: stock'],
    ['the cause of an error', 'save order: EOF', 'save order: timeout'],
    ['a part of the program after its kind', 'Queue Mailer has stopped', 'Queue Billing has stopped'],
    ['a service by its name', 'cannot connect to Redis', 'cannot connect to Kafka'],
    ['a kind of failure', 'payment failed kind=declined', 'payment failed kind=expired'],
    ['an owner by its role', "customer's order is late", "seller's order is late"],
    ['a type that was found', 'expected string, got int', 'expected string, got bool'],
    ['types of a conversion', 'no conversion from string to date', 'no conversion from string to number'],
    ['what happened to somebody', 'player upgrade failed', 'player approval failed'],
    ['the part of a user', 'user email not found', 'user consent not found'],
    ['a standard', 'cannot decode utf-8', 'cannot decode iso-8859-1'],
    ['a header', 'header Content-Type is missing', 'header Retry-After is missing'],
    ['a technique', 'no access to s3', 'no access to k8s'],
    ['a type', 'instance of Order was expected', 'instance of Invoice was expected'],
  ]
  for (const [what, left, right] of apart) {
    it(`does not hide ${what}`, () => {
      expect(message(left)).not.to.equal(message(right))
    })
  }
})
