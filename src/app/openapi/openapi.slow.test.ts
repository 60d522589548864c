import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'
import { apiTypes } from './types.ts'

test('a client compiles against the types, and a wrong call does not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-client-'))
  try {
    await writeFile(join(folder, 'kikoa.d.ts'), apiTypes(await openApiDocument()))
    await writeFile(
      join(folder, 'sample.ts'),
      await readFile(join(import.meta.dirname, 'testing/sample-client.txt'), 'utf8'),
    )
    const tsc = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--lib',
      'es2024,dom',
    ]
    await promisify(execFile)(process.execPath, [tsc, ...options, join(folder, 'sample.ts')]).catch(
      ({ stdout }: { stdout: string }) => expect(stdout).toBe(''),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
