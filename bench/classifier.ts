import { readFileSync } from 'node:fs'
import { classify } from '@kikoa/registry-answers'

/**
 * Measures the classifier on recorded WHOIS answers: `node bench/classifier.ts SAMPLES [half]`. SAMPLES has JSON lines
 * `{id, suffix, query, expected, text}`. With `half`, it reports two halves, split by a checksum of the id.
 */

interface Sample {
  id: string
  suffix: string
  query: string
  expected: 'available' | 'taken' | 'unknown'
  text: string
}

const [, , file, half] = process.argv
if (!file) {
  console.log('No file of samples is named, nothing is measured: node bench/classifier.ts SAMPLES')
  process.exit(0)
}
const samples = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line) as Sample)

const legacy = new Set([
  'com',
  'net',
  'org',
  'info',
  'biz',
  'name',
  'pro',
  'aero',
  'coop',
  'museum',
  'mobi',
  'tel',
  'travel',
  'jobs',
  'cat',
  'asia',
  'post',
  'xxx',
])
const closed = new Set(['arpa', 'int', 'gov', 'edu', 'mil'])

function familyOf(suffix: string): string {
  const top = suffix.split('.').at(-1)!
  if (legacy.has(top)) return top === suffix ? 'generic, before 2013' : 'sold below a generic one'
  if (closed.has(top)) return 'closed'
  return top.length === 2 || top.startsWith('xn--') ? 'country' : 'generic, since 2013'
}

function show(title: string, chosen: Sample[]) {
  const rows = new Map<
    string,
    { all: number; right: number; falseAvailable: number; refusals: number; seen: number }
  >()
  const started = performance.now()
  for (const { suffix, query, text, expected } of chosen) {
    const verdict = classify(text, suffix, query)
    for (const family of [familyOf(suffix), 'all']) {
      const row = rows.get(family) ?? { all: 0, right: 0, falseAvailable: 0, refusals: 0, seen: 0 }
      row.all += 1
      row.right += Number(verdict === expected)
      row.falseAvailable += Number(verdict === 'available' && expected !== 'available')
      row.refusals += Number(expected === 'unknown')
      row.seen += Number(expected === 'unknown' && verdict === 'unknown')
      rows.set(family, row)
    }
  }
  const ms = performance.now() - started
  console.log(`\n${title}: ${((1000 * ms) / chosen.length).toFixed(0)} µs per answer`)
  console.table(
    [...rows]
      .sort(([a], [b]) => (a === 'all' ? 1 : b === 'all' ? -1 : a.localeCompare(b)))
      .map(([family, { all, right, falseAvailable, refusals, seen }]) => ({
        family,
        answers: all,
        right: `${((100 * right) / all).toFixed(1)} %`,
        'false available': falseAvailable,
        'refusals recognised': `${seen} of ${refusals}`,
      })),
  )
}

const sum = (id: string) => Array.from(id).reduce((total, letter) => total + letter.codePointAt(0)!, 0)
show('All', samples)
if (half)
  for (const rest of [0, 1])
    show(
      `Half ${rest + 1}`,
      samples.filter(({ id }) => sum(id) % 2 === rest),
    )
