export type { ComparisonTerm, PropertyTerm, SearchTerm, TextTerm } from './terms.js'
