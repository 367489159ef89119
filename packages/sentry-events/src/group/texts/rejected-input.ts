import type { Replacement } from '../value.js'

/** What a program rejects by its name in the source rather than by a value it was given. */
const named =
  'field|column|property|key|param|parameter|argument|option|method|function|command|class|type|module|table|attribute|setting|' +
  'variable|header|tag|operator|symbol|action|event|directive|element|error|op|kind|name|host|service|relation|index|constraint|' +
  'label|route|model|file|directory|package|plugin|extension|feature|flag|scope|role|topic|queue'

/** A single rejected value at the end of a text: `Invalid currency code : EU`. */
export const rejectedInput: readonly Replacement[] = [
  {
    by: '$1 0',
    hint: /: ?\S{1,60}$/,
    pattern: new RegExp(
      String.raw`^((?:[Ii]nvalid|[Uu]nknown|[Uu]nsupported|[Uu]nrecogni[sz]ed|[Uu]nexpected|[Ii]llegal|[Bb]ad|[Mm]alformed) ` +
        String.raw`(?!(?:[a-z]{2,20} ){0,4}(?:${named})s?\b)[a-z]{2,20}(?: [a-z]{2,20}){0,5} ?:) ?[^\s:]{1,60}$`,
      'g',
    ),
  },
]
