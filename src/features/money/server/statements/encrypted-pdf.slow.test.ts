import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { hasProgram } from '../../../../app/testing/debian-package.ts'
import { endlessPdf } from '../testing/hostile-pdf.ts'
import { fiftyPdf } from '../testing/statements.ts'
import { readStatement } from './read-statement.ts'

/** PDFs that another program has encrypted, or rewritten as older and newer ones are written. */

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'statement-'))
afterAll(() => rm(folder, { recursive: true }))
const options = { layouts: {}, now: new Date('2026-11-27T09:00:00Z') }
const from = join(folder, 'plain.pdf')
await writeFile(from, await fiftyPdf())

test.runIf(await hasProgram('qpdf', 'qpdf')).each([
  ['256 bits', 'neno la siri é', ['--encrypt', 'neno la siri é', 'owner', '256', '--']],
  ['128 bits', '0711 duka', ['--encrypt', '0711 duka', 'owner', '128', '--use-aes=y', '--']],
  [
    '128 bits and RC4',
    'duka',
    ['--allow-weak-crypto', '--encrypt', 'duka', 'owner', '128', '--use-aes=n', '--'],
  ],
  ['40 bits', 'duka', ['--allow-weak-crypto', '--encrypt', 'duka', 'owner', '40', '--']],
  ['a password of its owner alone', undefined, ['--encrypt', '', 'owner', '256', '--']],
  ['packed objects', undefined, ['--object-streams=generate']],
  ['one page after the other', undefined, ['--linearize']],
  ['no packed streams', undefined, ['--qdf']],
])('with %s all fifty payments are read', async (name, password, given) => {
  const to = join(folder, `${name}.pdf`)
  await run('qpdf', [...given, from, to])
  const file = await readFile(to)
  if (password !== undefined) {
    await expect(readStatement(file, options)).rejects.toMatchObject({ reason: 'password' })
    await expect(readStatement(file, { ...options, password: 'x' })).rejects.toMatchObject({
      reason: 'password-wrong',
    })
  }
  expect((await readStatement(file, { ...options, password })).rows).toHaveLength(50)
})

test('a PDF that draws without end is refused after half a minute', async () => {
  // A fast machine finds too many texts before the time is over.
  await expect(readStatement(endlessPdf(), options)).rejects.toMatchObject({
    reason: expect.stringMatching(/^(?:slow|too-many-rows)$/),
  })
})
