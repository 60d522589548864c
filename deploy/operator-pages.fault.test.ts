import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { resolve, join } from 'node:path'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmtp, type TestSmtp } from '../src/app/testing/smtp.ts'
import { openMachine } from './testing/machine.ts'

/**
 * A new machine follows the operator's pages word by word, to two nodes with HTTPS, mail and a nightly backup. It runs
 * every block of their commands except those that are marked `not-tested`.
 */

const root = resolve(import.meta.dirname, '..')
const SITE = 'https://shop.example.com'
const ADMIN = { email: 'admin@example.com', password: 'Pwani-Mawimbi-4' }
/** The ports that the pages name. A machine shares the network of this one. */
const PORTS = [80, 443, 587, 3000, 3001, 3002, 5432]

const isPossible = process.platform === 'linux' && process.getuid?.() === 0 && (await areFree(PORTS))
const opened = isPossible
  ? await openMachine(root, {
      REPOSITORY: 'file:///srv/kikoa',
      ADMIN_PASSWORD: ADMIN.password,
      VERSION: '0.1.1',
    })
  : undefined

describe.runIf(opened)('the operator’s pages', () => {
  const machine = opened!
  let smtp: TestSmtp
  let agent: Agent
  beforeAll(async () => {
    smtp = await openSmtp(587)
    // This machine may have been used for other tests.
    await machine.run(`
      git config --system --add safe.directory '*'
      apt-get purge --yes --quiet 'postgresql*' 'nginx*' > /dev/null 2>&1 || true
      rm -rf /etc/postgresql /var/lib/postgresql /etc/nginx /opt/kikoa*`)
  }, 180_000)
  afterAll(async () => {
    await agent?.destroy()
    await machine.close()
    await smtp?.close()
  })

  /** Runs all commands of a page, and returns what they printed. */
  async function follow(page: string): Promise<string> {
    const printed: string[] = []
    for (const [, commands] of (await readFile(join(root, 'docs', page), 'utf8')).matchAll(
      /^```sh\n(.*?)^```$/gms,
    ))
      printed.push(await machine.run(commands!).catch(withJournal))
    return printed.join('')
  }

  async function withJournal(error: Error): Promise<never> {
    const journal = await machine.run(`journalctl --unit 'kikoa*' --lines 50 --output cat || true`)
    throw new Error(`${error.message}\nThe journal:\n${journal}`)
  }

  const call = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(SITE + path, {
      method: body ? 'POST' : 'GET',
      dispatcher: agent,
      redirect: 'manual',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const logIn = async ({ email, password }: typeof ADMIN) => {
    const { status, text } = await call('/auth/v1/token?grant_type=password', { email, password })
    expect(status, text).toBe(200)
    return (JSON.parse(text) as { access_token: string }).access_token
  }

  test(
    'install.md: one node on a PostgreSQL of its own, and the first admin',
    { timeout: 900_000 },
    async () => {
      const printed = await follow('install.md')
      expect(printed).toContain('Active: active (running)')
      expect(printed).toMatch(new RegExp(`${SITE}/setup\\S+`))
      // The doctor says what is missing.
      expect(printed).toContain('BACKUP_TO')
      expect(await follow('postgresql.md')).toMatch(/PostgreSQL 1[5-9]/)
    },
  )

  test(
    'https.md: the shop answers at its address, and passwords of the shell work',
    { timeout: 60_000 },
    async () => {
      await follow('https.md')
      const ca = await machine.run('cat /etc/letsencrypt/live/shop.example.com/fullchain.pem')
      agent = new Agent({
        connect: { ca, lookup: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) },
      })
      expect(await call('/')).toMatchObject({ status: 200, text: expect.stringContaining('<html') })
      expect(await call('/metrics')).toMatchObject({ status: 404 })
      const token = await logIn(ADMIN)
      expect(await call('/api/admin/counters', undefined, token)).toMatchObject({ status: 200 })
    },
  )

  test('mail.md: a customer confirms the address by a mail', { timeout: 60_000 }, async () => {
    await follow('mail.md')
    const customer = { email: 'asha@example.com', password: 'Pwani-Mawimbi-5' }
    const data = { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '0712345678' }
    expect(await call('/auth/v1/signup', { ...customer, data })).toMatchObject({ status: 200 })
    await expect.poll(() => smtp.accepted.length).toBe(1)
    const [mail] = smtp.accepted
    expect(mail).toMatchObject({ from: { address: 'shop@example.com', name: 'Duka la Asha' } })
    const token = /\b\d{6}\b/.exec(mail!.text!)?.[0]
    const proof = await call('/auth/v1/verify', { type: 'signup', email: customer.email, token })
    expect(proof, proof.text).toMatchObject({ status: 200 })
    const session = await logIn(customer)
    const plan = { plan_name: 'Basic', billing_period: 'monthly' }
    expect(await call('/api/hosting-requests', plan, session)).toMatchObject({ status: 201 })
  })

  test('backup.md: a backup every night, one by hand, and a restore', { timeout: 180_000 }, async () => {
    const printed = await follow('backup.md')
    expect(printed).toMatch(/Wrote .*by-hand\.kikoa: .* sealed/)
    const session = await logIn({ email: 'asha@example.com', password: 'Pwani-Mawimbi-5' })
    expect(JSON.parse((await call('/api/hosting-requests', undefined, session)).text)).toMatchObject({
      items: [{ plan_name: 'Basic' }],
    })
    await expect
      .poll(() => machine.run('head -c 21 /var/backups/kikoa/kikoa-*.backup || true'), { timeout: 120_000 })
      .toContain('age-encryption.org/v1')
  })

  test('two-nodes.md and upgrades.md: two nodes, and another version', { timeout: 900_000 }, async () => {
    await follow('two-nodes.md')
    await follow('upgrades.md')
    expect(await machine.run('readlink /opt/kikoa')).toBe('kikoa-0.1.1\n')
    for (const port of [3001, 3002])
      expect(await machine.run(`curl --silent --fail http://127.0.0.1:${port}/health/ready`)).not.toBe('')
    const token = await logIn(ADMIN)
    expect(await call('/api/admin/counters', undefined, token)).toMatchObject({ status: 200 })
    const doctor = await machine.run('kikoa doctor')
    expect(doctor.split('\n').filter((line) => !/^(ok|-) /.test(line))).toEqual([''])
  })
})

/** Whether nothing listens on these ports. Otherwise one sentence says so. */
async function areFree(ports: number[]): Promise<boolean> {
  for (const port of ports) {
    const server = createServer()
    const isFree = await new Promise<boolean>((done) =>
      server.once('error', () => done(false)).listen(port, '127.0.0.1', () => server.close(() => done(true))),
    )
    if (isFree) continue
    process.stderr.write(`The operator's pages are not tested: something listens on port ${port}.\n`)
    return false
  }
  return true
}
