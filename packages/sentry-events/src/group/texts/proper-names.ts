import type { Replacement } from '../value.js'

/** Capitalized words that name what a program is made of, and headers of HTTP. */
const technical =
  'Service|Server|Gateway|Error|Exception|Queue|Store|Database|Cache|Api|Client|Storage|Cloud|Proxy|Engine|Provider|Request|' +
  'Response|Found|Timeout|Available|Unavailable|Redis|Kafka|Postgres|Mongo|Elasticsearch|Memcached|Consul|Vault|Docker|Kubernetes|' +
  'Stripe|Twilio|Slack|Github|Gitlab|Google|Amazon|Azure|Nginx|Node|React|Angular|Spring|Hibernate|Django|Rails|Laravel|Symfony'
const types =
  'String|Number|Object|Array|Boolean|Function|Symbol|Promise|Date|Integer|Float|Double|Long|Map|Set|List|Unicode|Internal'
const reasons =
  'Allowed|Forbidden|Unauthorized|Conflict|Gone|Bad|Not|Too|Content|Accept|Host|Cookie|Authorization|Cross|Origin|Retry|User-A|If|Transfer|' +
  'Cache|X|Last|Location|Set|Unprocessable|Payment|Precondition|Method|Length|Range|Expectation|Misdirected|Insufficient|Network|Permission|Access|Connection'
const other = String.raw`(?!(?:${technical}|${types}|${reasons})\b)`
/** Words of two letters that titles capitalize. */
const short = String.raw`(?!(?:No|Id|Ok|Io|Go|Os|Db|Ip|In|On|At|By|To|Of|Is|It|Or|If|As|We|Us|My|So|Up|Do|Me|He|Be|Ui)\b)`
const title = String.raw`(?:(?:Dr|Prof|Mr|Mrs|Ms|St|\p{Lu})\. ?){0,3}`
/** A name of one word: `Ann`, `Köln`, `O'Brien`, `McCoy`, `Jean-Luc`. */
const name = String.raw`(?:(?:Mc|Mac|[OD]['’])?\p{Lu}\p{Ll}{1,30})(?:-\p{Lu}\p{Ll}{1,30})?`
const particle = '(?: (?:van|von|de|der|den|di|da|del|la|bin)){0,3}'
const company = String.raw`(?: (?:Ltd|Inc|GmbH|AG|LLC|Corp|Co|KG|BV)\b\.?)?`
/** What follows a name, but not the rest of a title or a name with more words. */
const end = String.raw`(?=$|[.,;:)]| [\p{Ll}\d<(])`

/** Words after which a capitalized one names a type. */
const introducing = 'type|class|model|entity|table|find|got|expected|not|be|is|named'
/** Words that begin a text before the name of a part of the program, or that describe a fault. */
const opening =
  'Invalid|Unknown|Missing|Bad|Failed|Unexpected|Unsupported|Illegal|Duplicate|Unhandled|Uncaught|Internal|Access|Network|Request|' +
  'Response|Service|Gateway|Queue|Job|Worker|Class|Type|Table|Column|Module|Component|Plugin|Feature|Task|Command|Method|Function|' +
  'Model|Event|Topic|Field|Header|Property|Could|Cannot|Unable|No|Not|The|This|An|All|Each|Too|Got|Expected|Key|Error|Permission|' +
  'Connection|Load|Save|Send|Get|Post|Put|Read|Write|Open|Close|Server|Client|Database|Cache|Entity|View|Page|Screen|Route|Controller'

/** Names of people, companies, places and things: capitalized within a sentence, unlike names of types and of HTTP statuses. */
export const properNames: readonly Replacement[] = [
  {
    by: '0',
    hint: /[a-z] \p{Lu}\p{Ll}+ /u,
    pattern: new RegExp(
      String.raw`(?<=\b(?!(?:${introducing}|an?)\b)\p{Ll}{2,20} )${title}${other}${name}(?:${particle} ${other}${name}){1,2}${end}`,
      'gu',
    ),
  },
  {
    by: '0',
    hint: /[\p{Ll}>\d] \p{Lu}/u,
    pattern: new RegExp(
      String.raw`(?<=\b(?!(?:${introducing}|an?|of)\b)\p{Ll}{2,20} )${title}${other}${short}${name}${company}${end}`,
      'gu',
    ),
  },
  {
    by: '0',
    hint: / of \p{Lu}/u,
    pattern: new RegExp(
      String.raw`(?<=\b(?!(?:instance|subclass|list|array|map|set|type|kind|value|object|member|method|property|field)\b)[\p{Ll}<>\d]{1,20} of )` +
        String.raw`${title}${other}${short}${name}${company}(?= \p{Ll})`,
      'gu',
    ),
  },
  {
    by: '0',
    hint: /: \p{Lu}[^]{0,80}$/u,
    pattern: new RegExp(
      String.raw`(?<=\p{Ll} ?: )(?![^]*(?:ed|Error|Exception|Overflow|Deadlock|Failure|Denied)$)${other}${short}${name}(?: ${other}${name}){0,2}$`,
      'gu',
    ),
  },
  {
    by: '$10',
    hint: /^\p{Lu}\p{Ll}{2,20} \p{Lu}/u,
    pattern: new RegExp(
      String.raw`^((?!(?:${opening})\b|\p{L}{0,20}(?:ed|able|ing|al|ive|ous) )\p{Lu}\p{Ll}{2,20} )(?:The )?${other}${short}${name}(?: \d{1,6})?(?= (?!errors?\b|exceptions?\b|failed\b)\p{Ll})`,
      'gu',
    ),
  },
]
