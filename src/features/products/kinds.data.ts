import { kindNames as names, kinds, type KindName, type Kinds } from './kinds.ts'

type Facts = {
  [Name in KindName]: Pick<Kinds[Name], 'path' | 'stages' | 'takesSuggestions'> & {
    record: Pick<Kinds[Name]['record'], 'path'>
  }
}

/** What the products say of themselves, for the screens: without the rules and schemas, which only the server needs. */
export const kindFacts = Object.fromEntries(
  names.map((name) => {
    const { path, stages, takesSuggestions, record } = kinds[name]
    return [name, { path, stages, takesSuggestions, record: { path: record.path } }]
  }),
) as Facts

export const kindNames = names
