import { expect, it } from 'vitest'
import { languageOf } from './language.ts'

it.each([
  ['kikoa_language=sw', 'en', 'sw'],
  ['a=b; kikoa_language=en; c=d', 'sw', 'en'],
  ['xkikoa_language=sw', undefined, 'en'],
  ['kikoa_language=fr', 'sw-TZ,sw;q=0.9,en;q=0.8', 'sw'],
  [undefined, 'fr-FR,fr;q=0.9,en;q=0.4,sw;q=0.5', 'sw'],
  [undefined, 'en-GB,en;q=0.9,sw;q=0.8', 'en'],
  [undefined, 'SW', 'sw'],
  [undefined, 'sw;q=0', 'en'],
  [undefined, 'sw;q=nonsense, en;q=0.1', 'en'],
  [undefined, '*', 'en'],
  [undefined, undefined, 'en'],
])('cookie %j and browser %j speak %s', (cookie, accepted, language) => {
  expect(languageOf({ cookie, 'accept-language': accepted })).toBe(language)
})
