/** Kinds of people, organizations and places whose name may follow: `account acme has`. */
const kinds =
  'account|agency|airline|airport|animal|applicant|apprentice|artist|attendee|author|baker|band|bank|boat|branch|brand|bridge|bus|buyer|camp|' +
  'candidate|captain|carrier|cat|channel|chapel|chef|church|city|clinic|clerk|club|coach|company|contractor|country|coupon|courier|course|cow|crew|' +
  'customer|dealer|depot|device|district|dock|doctor|dog|donor|driver|employee|engineer|factory|family|farm|farmer|ferry|film|firm|font|friend|garden|' +
  'goalkeeper|guest|guide|guild|gym|harbou?r|helper|horse|hospital|hotel|house|instructor|island|judge|kitchen|lab|landlord|lane|lawyer|league|lecturer|library|' +
  'lighthouse|lodge|machine|manufacturer|mechanic|medicine|member|merchant|meter|midwife|movie|museum|musician|nurse|orchestra|organi[sz]ation|owner|painter|park|' +
  'partner|passenger|patient|person|pet|pharmacy|photographer|pilot|planet|plant|player|printer|programme|promo|province|pub|publisher|pupil|quest|rack|referee|region|' +
  'reporter|resident|restaurant|reviewer|rider|river|sailor|school|seller|sensor|shop|singer|skill|skipper|species|speaker|sponsor|' +
  'station|stop|street|student|studio|subject|subscriber|suburb|supplier|surgeon|tank|tariff|teacher|team|tenant|theat(?:re|er)|tour|town|' +
  'train|trainer|translator|truck|turbine|tutor|university|user|valley|van|vehicle|vendor|venue|vessel|vet|veterinarian|village|vineyard|visitor|volunteer|' +
  'voucher|warehouse|ward|witness|workshop|workspace|zone|zoo'

const kind = new RegExp(`^(?:${kinds})$`)

/** Words that name a thing or a state, not somebody, after a kind or a preposition. */
const words = new Set(
  (
    'access account action address agent amount answer api app attempt balance batch billing body booking branch bucket buffer build bundle ' +
    'button cache call capacity card cart case catalog catalogue certificate channel charge check chunk client cluster code column command config ' +
    'configuration connection consent contact container content contract cookie copy count country credit currency customer cycle data database date day ' +
    'deadline default delivery demand department deposit depth device directory disk document domain draft email entity entry error event expiry export ' +
    'failure fax feature feed fee field file filter folder form format front function gateway group handle hash header health height history hook host hour ' +
    'icon id identity image import index input insurance interface inventory invoice item job json key kind label latency layout ledger length level licence ' +
    'license limit line link list load location lock log login logo lookup machine mail mailbox manager map margin media member memory menu message method ' +
    'metadata metric migration mode model module money month name network node note notification number object offer office option order output owner ' +
    'package page parameter parcel password patch path payload payment payout payroll period permission phone photo picture plan plate policy pool port ' +
    'position post preference price print priority process product profile project property provider purchase quantity query queue quota rate ratio record ' +
    'redirect reference refund region registration release reminder rent report request reservation reset resource response result retry revision right role ' +
    'room root route row rule salary sale sample scan schedule schema score script search seat secret section sender sequence server service session set ' +
    'setting settings setup shift shipment sign signature size slot snapshot source space speed stack state statement status step stock storage store ' +
    'stream string subscription sum sync system table tag target task tax team template tenant term test text thread thumbnail ticket time timeout ' +
    'timestamp timezone title token tool topic total traffic transaction transfer tree trial type unit update upload upstream usage user username validation ' +
    'value verification version video view visit volume wallet warehouse webhook week weight widget window work worker year zone ' +
    'a an the this that these those all any each every some no none not only still already also again even just now soon never always and or but so if when ' +
    'than then more most less least other another same new old next last first second is are was were be been being has have had do does did can could will ' +
    'would may might must shall should to in on at by from with without for of over under into onto about after before behind below beyond during off out up down ' +
    'upgrade renewal approval arrival removal rental referral signal shutdown startup backup restore cleanup rollback callback driver reader writer planner parser merge split swap boost chat planning calibration ' +
    'unknown missing invalid empty null nil undefined true false default public private internal external local remote main'
  ).split(' '),
)

const verb =
  '(?:is|are|was|were|has|have|had|does|did|can|cannot|could|will|would|must|should|may|sent|lost|left|made|paid|got|ran|went|came|took|holds|owes|needs|wants|' +
  'sends|uses|ends|exceeds|expires|fails|reaches|returns|starts|stops|(?!need\\b|seed\\b|feed\\b)[a-z]{2,20}ed)'

/** What else may follow a name: how somebody is, or the end of a part of the text. */
const state =
  'not|no|in|over|under|without|with|at|on|from|to|by|for|already|again|still|yet|due|late|missing|blocked|locked|unavailable|offline|' +
  'online|full|empty|closed|open|inactive|active|disabled|unknown'
const afterKind = new RegExp(
  String.raw`\b((?:${kinds}) )([a-z][\w./:#-]{0,40}\w)(?= (?:${verb}|${state})\b|[:,;)]|$)`,
  'gi',
)
/** A name of up to three words with capitals, whatever its punctuation, after its kind. */
const titled = new RegExp(
  String.raw`\b((?:${kinds}) )\p{Lu}[\p{L}\d.:'’-]{0,30}(?: [\p{Lu}&][\p{L}\d.:'’-]{0,30}){0,3}(?= (?:${verb}|${state})\b|[,;)]|$)`,
  'gu',
)
/** Somebody's: `ann's order`. */
const owner = /(?<![\w'-])([a-z][a-z-]{1,30})(?='s [a-z])/g
const afterPreposition = new RegExp(String.raw`(?<=[a-z] )((?:of|for) )([a-z][\w-]{1,30})(?= ${verb}\b)`, 'g')
const mayBeNamed = / [a-z]/
const mayBeTitled = /[a-z] \p{Lu}/u

/**
 * Replaces lower-case names in texts that applications build: of somebody after their kind (`account acme has`), and
 * after a preposition (`storage of acme is`), where a thing would have an article or be plural. Common words stay.
 */
export function withoutSpokenNames(text: string): string {
  if (!mayBeNamed.test(text)) return text
  const whole = mayBeTitled.test(text) ? text.replace(titled, '$10') : text
  const named = whole.replace(afterKind, replaceName).replace(afterPreposition, replaceName)
  return named.includes("'s ") ? named.replace(owner, (name) => (isWord(name) || isKind(name) ? name : '0')) : named
}

function replaceName(found: string, before: string, name: string): string {
  return isWord(name.toLowerCase()) ? found : `${before}0`
}

const pronounLike = /^(?:it|that|there|here|what|who|let|he|she|one|everyone|nobody|today|yesterday|tomorrow)$/

/** True for what owns something by its role: `customer's order`. */
function isKind(name: string): boolean {
  return pronounLike.test(name) || kind.test(name)
}

function isWord(name: string): boolean {
  return words.has(name) || /s$|ing$|ed$|ion$|ness$|ment$|ity$/.test(name)
}
