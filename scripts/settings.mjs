import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sections } from '../src/features/settings/fields.ts'
import { settings } from '../src/features/settings/settings.ts'
import { root } from './prepare.mjs'

// `node scripts/settings.mjs` writes the settings of the shop into docs/settings.md, from their table. With `--check` it
// fails where the document is not current.

const file = join(root, 'docs/settings.md')
const [start, end] = ['<!-- The table of settings, by scripts/settings.mjs -->', '<!-- The end of it -->']
const messages = JSON.parse(readFileSync(join(root, 'messages/en.json'), 'utf8'))
const text = (name) => messages[name.slice(2)] ?? name

/** The default of a setting as a reader types it; empty for lists and objects, which the screen shows. */
function standardOf({ standard, field: { options } }) {
  const option = options?.find(({ value }) => value === standard)
  if (option) return `Default: ${text(option.label)}.`
  return standard === null || typeof standard === 'object' ? '' : `Default: \`${standard}\`.`
}

function lineOf(key, setting) {
  const { label, help, options = [] } = setting.field
  const sentences = [
    help && text(help),
    ...options.map((option) => `“${text(option.label)}”: ${text(option.about)}`),
    standardOf(setting),
  ].filter(Boolean)
  return `- **${text(label)}** (\`${key}\`)${sentences.length ? `: ${sentences.join(' ')}` : ''}`
}

const entries = Object.entries(settings)
const table = Object.entries(sections).flatMap(([id, { title, about }]) => {
  const lines = entries.filter(([, { field }]) => field.section === id).map((entry) => lineOf(...entry))
  return lines.length ? [`### ${text(title)}`, text(about), lines.join('\n')] : []
})
const before = readFileSync(file, 'utf8')
const after = [before.split(start)[0] + start, ...table, end + before.split(end)[1]].join('\n\n')

if (!process.argv.includes('--check')) writeFileSync(file, after)
else if (before !== after) {
  console.error('docs/settings.md is not current: run `node scripts/settings.mjs`')
  process.exitCode = 1
}
