import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sentences } from '../features/audit/ui/sentences.ts'

/** Everything that the audit log can contain has words in both languages. */

const root = resolve(import.meta.dirname, '../..')
const texts = (language: string) =>
  JSON.parse(readFileSync(join(root, `messages/${language}.json`), 'utf8')) as Record<string, string>
const keyOf = (action: string) => action.replaceAll(/[.-]/g, '_')

test('each action has a label, and a sentence that says who did it, in both languages', () => {
  const wordless = Object.keys(sentences).flatMap((action) =>
    ['en', 'sw'].flatMap((language) => {
      const { [`act_${keyOf(action)}`]: label, [`desk_did_${keyOf(action)}`]: sentence = '' } =
        texts(language)
      return label && sentence.includes('{who}') ? [] : [`${language}: ${action}`]
    }),
  )
  expect(wordless).toEqual([])
})

test('each action that the code logs is among them', () => {
  const logged = globSync('src/{features,auth,app}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('contract.ts'))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/audit\w*\([^;]*?action: '([\w.-]+)'/g),
    ])
    .map(([, action]) => action!)
  expect(logged.length).toBeGreaterThan(40)
  expect(logged.filter((action) => !Object.hasOwn(sentences, action))).toEqual([])
})
