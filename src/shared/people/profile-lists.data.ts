import { mapKeys } from '../pick.ts'
import { optionalTexts as texts, profileColumns } from './profile.ts'

/** The lists of a profile's columns that screens need, without schemas and so without zod. */
export { detailColumns, optionalTexts, requiredColumns } from './profile.ts'

/** The `autocomplete` tokens of the optional texts. */
export const autoCompletes = mapKeys(texts, (column) => profileColumns[column].autoComplete)
