import { remember } from '../../remember.js'
import { spell } from './plain-text.js'

/** The member accessed on null or nil, in each runtime's wording; on the JVM, the source of the value if known. */
const accessedOnNull: readonly RegExp[] = [
  /\bbecause (?:the return value of )?"(?:[^"]{0,300}\.)?([\w$]{1,200})(?:\([^()"]{0,300}\)"|(?<=\.[\w$]{1,200})") is null/,
  /^Cannot (?:invoke|read field|assign field) "(?:[^"]{0,300}?[.])?([\w$]{1,200})(?:\([^()"]{0,300}\))?" because /,
  /^Attempt to (?:invoke|read|write)[\w ]{1,40} '[^'()]{0,300}\.([\w$]{1,200})(?:\([^']{0,300}\))?' on a null /,
  /^undefined method ['`]([^'`]{1,200})' for nil\b/,
  /^'NoneType' object has no attribute '([^']{1,200})'/,
  /^Call to a member function ([\w$]{1,200})\(\) on null/,
  /^(?:Attempt to read property|Trying to get property) ['"]([^'"]{1,200})['"] o[nf] (?:null|non-object)/,
]

/** A field that was missing in decoded data, or unexpected. */
const decoded: readonly RegExp[] = [
  /\b(?:Required|Non-null) value '([^']{1,200})' (?:\(JSON name '[^']{1,200}'\) )?(?:missing|was null) at /,
  /\b(?:Field|Fields) ['[]([^'\]]{1,200})['\]] (?:is|are) required for type with serial name /,
  /\bMissing required creator property '([^']{1,200})'/,
  /\bUnrecognized field "([^"]{1,200})"/,
  /\b(?:missing|unknown|duplicate) field [`"]([^`"]{1,200})[`"]/,
  /\bcould not be converted to [^|\n]{1,200} Path: \$(?:[^|\n]{0,200}\.)?(\w{1,100})(?:\[\d{1,9}\]){0,3} \|/,
  /\bmissing required properties, including the following: (\w{1,100})/,
  /\bCould not convert string to [^\n]{1,200} Path '(?:[^'\n]{0,200}\.)?(\w{1,100})(?:\[\d{1,9}\]){0,3}'/,
  /\(through reference chain: [^()\n]{0,400}\["([^"\n]{1,100})"\](?:->[^()"\n]{0,200}\[\d{1,9}\])?\)/,
  /\bat path \$(?:[^\s]{0,200}\.)?(\w{1,100})(?:\[\d{1,9}\]){0,3}$/,
  /\bField validation for '([^']{1,100})' failed on the '/,
]

/** A member that an object lacks, or that a template or a program doesn't define, if no source line spells it. */
const undefinedName: readonly RegExp[] = [
  /^'[\w .]{1,200}' (?:object )?has no attribute '([^']{1,200})'/,
  /^'(\w{1,200})' is undefined$/,
  /^(?:Variable|Key|Neither the property) "(\w{1,200})" (?:does not exist|for (?:array|sequence\/mapping) with keys|nor one of the methods)/,
  /^Impossible to (?:access an attribute|invoke a method) \("(\w{1,200})"\) on a null variable/,
  /^cannot import name '(\w{1,200})' from/,
  /^No module named '([\w.]{1,200})'/,
  /^cannot load such file -- ([\w/-]{1,200})$/,
  /^name '(\w{1,200})' is not defined/,
  /^undefined (?:local variable or )?method ['`]([^'`]{1,200})' for/,
  /^[-+]\[\w{1,200} ([\w:]{1,200})\]: unrecognized selector/,
  /^protocol ([\w.]{1,200}) not implemented for/,
  /^no function clause matching in ([\w.]{1,200}\/\d{1,2})/,
  /^Undefined property: [\w\\]{1,200}::\$(\w{1,200})/,
  /^Undefined (?:variable|constant):? ["']?\$?([\w\\:]{1,200})/,
  /^Call to undefined (?:method|function) ([\w\\:]{1,300})\(/,
  /^(?:Class|Interface|Trait|Enum) "([\w\\]{1,300})" not found/,
  /^uninitialized constant ([\w:]{1,300})/,
  /^(?:NoSuchMethodError: )?The (?:method|getter|setter) '(\w{1,200})=?' was called on null/,
  /^(?:function )?([A-Z][\w.]{0,200}\.\w{1,100}[!?]?\/\d{1,2}) is undefined/,
  /^key :(\w{1,100}) not found in: /,
]

/** A missing setting, in the words of an application. */
const setting: readonly RegExp[] = [
  /\b(?:[Ee]nv(?:ironment)?(?: var(?:iable)?)?|[Vv]ariable|[Ss]etting|[Ss]ecret|[Cc]onfig(?:uration)?(?: key)?)s?:? ["'`$]?([A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40}){1,8})\b/,
  /\b([A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40}){1,8})["'`]? (?:is|was|must be|not|has to be) (?:not |n't )?(?:set|missing|required|defined|undefined|configured|empty|given|present)\b/,
  /\b(?:[Pp]roperty|[Ss]etting|[Oo]ption|[Cc]onfig(?:uration)?(?: (?:key|property|entry|value))?):? ["'`]([A-Za-z][\w.:-]{0,100})["'`] (?:is|was|must be|has to be|not) (?:not |n't )?(?:set|missing|required|defined|configured|empty|given|present|found|specified)\b/,
  /\b(?:[Pp]roperty|[Ss]etting|[Ss]ection|[Pp]laceholder|[Cc]onfig(?:uration)?(?: (?:key|property|entry|value))?):? ["'`]([A-Za-z][\w-]{0,60}(?:[.:][\w-]{1,60}){1,8})["'`]/,
]

/** A missing setting (capitals with an underscore), a symbol, or a rejected field. Other keys are data. */
const keyed: readonly RegExp[] = [
  /^'([A-Z]{1,40}(?:_[A-Z]{1,40}){1,8})'$/,
  /^key not found: "([A-Z]{1,40}(?:_[A-Z]{1,40}){1,8})"$/,
  /^key not found: :([a-z_]{1,100})$/,
  /^\d{1,6} validation errors? for [^\n]{1,200}\n([^\n]{1,200})\n/,
]

/** The entity whose rows were not found, in the wording of ORMs. */
const mapped: readonly RegExp[] = [
  /^expected at (?:least|most) one result but got [^]{1,200}?\bfrom \w{1,20} in (?:assoc\([^()]{1,100}\)|"?([\w.]{1,200}))/,
  /^Couldn't find (?:all )?([A-Z][\w:]{0,200})\b/,
  /^No query results for model \[([\w\\]{1,200})\]/,
  /^([A-Z]\w{0,200}) matching query does not exist\b/,
  /^get\(\) returned more than one ([A-Z]\w{0,200}) --/,
  /^Unable to find ([\w.$]{1,200}) with id\b/,
  /^No row with the given identifier exists(?: for entity)?:? \[([\w.$]{1,200})\b/,
]

/** An argument that a call lacks, doesn't know or must not be given. */
const passed: readonly RegExp[] = [
  /\((?:Parameter|Paramètre|Par[áâa]metro) '([^']{1,100})'\)/,
  /(?:\bParameter ?name|\bNom du paramètre|\bNombre del parámetro|\bNome (?:do )?par[âa]metro) ?: (\w{1,100})/,
  /: Argument #\d{1,3} \(\$(\w{1,100})\)/,
  /\b(?:missing|unknown) keywords?: :(\w{1,100})/,
  /^Parameter specified as non-null is null: method [^\s,]{1,300}, parameter (\w{1,100})/,
  /\bmissing \d{1,3} required [\w-]{1,20} arguments?: '([^']{1,100})'/,
  /\bgot an unexpected keyword argument '([^']{1,100})'/,
]

/** The constraint that a row breaks. Servers translate the words around its name, and quote it as their language does. */
const broken =
  /(?:\bconstraint|\bcontrainte(?: [\p{L}\d]{1,12}){0,5}|\brestricción(?: [\p{L}\d]{1,12}){0,3}|\bllave foránea|\bvincolo(?: [\p{L}\d]{1,12}){0,4}|\brestrição(?: [\p{L}\d]{1,12}){0,4}|ограничени\p{L}{1,3}(?: [\p{L}\d]{1,14}){0,3}|\bograniczenie(?: [\p{L}\d]{1,14}){0,3}|制約|约束) ?["'`«»“„[](?!null\])(?:\s|\u00A0)?([\w.]{1,100})(?:\s|\u00A0)?["'`»«”“\]]|\b(?:for key|für Schlüssel|pour la cle[fé]|para la clave|per la chiave) ["'`]([\w.]{1,100})["'`]/iu

/** The same in the wordings of databases and mappers that call it an index or list its columns. */
const brokenIndex: readonly RegExp[] = [
  /\bwith unique index '([\w.]{1,100})'/,
  /\bUnique index or primary key violation: "([\w.]{1,100}?)(?:_INDEX_\w{1,4})? ON /,
  /\bduplicate key error collection: ([\w.-]{1,100} index: [\w.]{1,100})/,
  /\bunique constraint \(([\w.]{1,100})\) violated/,
  /\* "([\w.]{1,100})" \(\w{1,30}_constraint\)/,
  /\bconstraint failed on the fields: \(([\w`, ]{1,200})\)/,
  /\bconstraint (?:violated|failed)(?: on the (?:field|constraint))?: `([\w.]{1,100})/,
]

/** The name of the constraint that a database says a row breaks, in any language of the server; otherwise empty. */
export function brokenConstraintOf(text: string): string {
  if (!mayBreak.test(text)) return ''
  const found = broken.exec(text)
  return found?.[1] ?? found?.[2] ?? firstOf(brokenIndex, text) ?? ''
}

/** Hashes by which mappers tell constraints apart, and numbers, such as those of a table's partitions. */
const hashOrNumber = /(?<![A-Za-z\d])(?=\d{0,30}[a-f])(?=[a-f]{0,30}\d)[\da-f]{6,32}(?![A-Za-z\d])|\d{1,40}/g

/** Writes the name of a broken constraint without digits, which would make it an id. */
export function withoutDigitsOfConstraint(text: string): string {
  const name = brokenConstraintOf(text)
  if (!/\d/.test(name)) return text
  return text.replaceAll(
    name,
    name.replace(hashOrNumber, (part) => (/[a-f]/.test(part) ? spell(part) : 'n')),
  )
}

const mayBreak =
  /onstraint|unique index|Unique index|duplicate key error|contrainte|restri|foránea|vincolo|граничен|ogranicz|制約|约束|for key|Schlüssel|la cle|la cla|la chi/

/** The part of a database's schema that a statement broke or did not find. */
const ofSchema: readonly RegExp[] = [
  /\bnull value in column (["`][\w.]{1,100}["`] of relation ["`][\w.]{1,100})["`]/,
  /\b(?:constraint|relation|[Cc]olumn(?: name)?|object name|for key) ["'`]([\w.]{1,100})["'`]/,
  /\bconstraint \(([\w.]{1,100})\)/,
  /\bcannot insert NULL into \(([\w."]{1,150})\)/,
  /^Field '(\w{1,100})' doesn't have a default value/,
  /\bconstraint failed: ([\w.]{1,100})/,
  /\b[Tt]able ["'`]([\w.]{1,100})["'`] (?:doesn't exist|does not exist|has no column)/,
  /\bno such ((?:table|column|function|index|view|module): [\w.]{1,100})/,
  /\bhas no column named (\w{1,100})/,
]

const patterns = [...decoded, ...mapped, ...keyed, ...passed, ...ofSchema, ...undefinedName, ...setting]
const mayName =
  / nil\b|null|^undefined method|no attribute|[Aa]rgument|Par[aáâ]m|paramètre|keyword|constraint|relation|[Cc]olumn|object name|for key|[Tt]able|None|[Ff]ields?\b|one result|find |No (?:query|row)|matching query|more than one|creator|NULL into|Path[: ]|reference chain|at path|missing required prop|no such |named |value '|undefined|Undefined|uninitialized|selector|(?:Class|Interface|Trait|Enum) "|[A-Z]_[A-Z]|^'[A-Z]|^key |^cannot (?:import|load)|^Impossible|^Variable|^Neither|^Key|No module|not defined|protocol|no function clause|on null|ropert|etting|ption|ection|laceholder|onfig|is undefined|validation error/
/** Shrinkers rename members in every build. */
const shrunk = /^\w{1,2}$/
/** Positions in lists. */
const position = /\d{1,9}/g

const known = remember<string>(1_024, 512)

/** The missing item that a text names; one function may look for many. Empty if it names none. */
export function soughtNameOf(text: string): string {
  if (!mayName.test(text) && !mayBreak.test(text)) return ''
  return known(text, () => {
    const constraint = brokenConstraintOf(text)
    if (constraint !== '') return constraint.replace(position, '0')
    const member = firstOf(accessedOnNull, text)
    if (member !== undefined) return shrunk.test(member) ? '' : member
    return firstOf(patterns, text)?.replace(position, '0') ?? ''
  })
}

function firstOf(some: readonly RegExp[], text: string): string | undefined {
  for (const pattern of some) {
    const name = pattern.exec(text)?.[1]
    if (name !== undefined) return name
  }
  return undefined
}
