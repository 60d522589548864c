import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { childProgram } from './scheduled-backup.ts'

test('a child that fails says why, and one that is stopped ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-scheduled-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'child.mjs')
  await writeFile(program, `console.error('first'); console.error('the reason'); process.exit(3)`)
  await expect(childProgram(program, []).run()).rejects.toThrow(/^the reason$/)
  await writeFile(program, `setInterval(() => {}, 1000)`)
  const child = childProgram(program, [])
  const ended = child.run()
  child.stop()
  await expect(ended).rejects.toThrow('SIGTERM')
  await writeFile(program, `process.exit(process.argv[2] === 'good' ? 0 : 1)`)
  await childProgram(program, ['good']).run()
})
