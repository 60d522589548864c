import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { templateNames, templates } from '../../settings/mail-templates.data.ts'

/** Templates whose subject and text the owner has rewritten. */

let shop: Shop
let admin: Person
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-letters-'))
  shop = await openShop({ env: { DATA_DIR: folder, AUTH_EMAIL_CONFIRMATION: 'on' } })
  admin = await shop.admin()
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => shop.sql(`delete from settings`))

interface Text {
  subject: string
  text: string
}
const key = (template: string) => `letters.${template}`

/** Saves a template as an admin. */
function rewrite(template: string, value: { en: Text | null; sw: Text | null }, version?: number) {
  return admin.call('PATCH', '/api/admin/settings', {
    values: { [key(template)]: value },
    ...(version !== undefined && { versions: { [key(template)]: version } }),
  })
}

/** The newest mail to an address whose subject has a text. */
async function mailTo(address: string, subject: string): Promise<Email> {
  return vi.waitFor(
    async () => {
      const files = (await readdir(join(folder, 'mail'))).filter((name) => name.endsWith('.eml'))
      const mails = await Promise.all(
        files.map(async (name) => PostalMime.parse(await readFile(join(folder, 'mail', name)))),
      )
      const found = mails.find((mail) => mail.to?.[0]?.address === address && mail.subject!.includes(subject))
      return found ?? expect.fail(`no mail ${subject}`)
    },
    { timeout: 30_000 },
  )
}

let names = 0
/** Offers a domain to a customer for 12. */
async function offerTo(customer: Person): Promise<string> {
  const name = `barua-${++names}.com`
  const { body } = await customer.call('POST', '/api/domain-requests', { requested_domain: name })
  await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price: 12 })
  return name
}

async function customerIn(language: string, full_name: string): Promise<Person> {
  const customer = await shop.customer({ full_name })
  await shop.sql(`update profiles set language = $1 where id = $2`, [language, customer.id])
  return customer
}

const own = {
  en: { subject: 'For {name}: {subject}', text: 'Pay {amount} to {business}.\n\n<b>Thank</b> you, {name}!' },
  sw: { subject: 'Kwa {name}: {subject}', text: 'Lipa {amount} kwa {business}.' },
}

test('a customer gets the owner’s words in their language, with the table and the link of the letter', async () => {
  expect((await rewrite('offered', own)).status).toBe(200)
  const [asha, juma] = [await customerIn('sw', 'Asha Mushi'), await customerIn('en', 'Juma Otieno')]
  const [first, second] = [await offerTo(asha), await offerTo(juma)]
  const swahili = await mailTo(asha.email, first)
  expect(swahili.subject).toBe(`Kwa Asha Mushi: ${first}`)
  expect(swahili.text).toContain('Lipa $12.00 kwa Kikoa.')
  expect(swahili.text).toContain('Bei: $12.00')
  expect(swahili.html).toMatch(/\/dashboard\/payments\/[A-Z0-9]{7}"/)
  const english = await mailTo(juma.email, second)
  expect(english.subject).toBe(`For Juma Otieno: ${second}`)
  expect(english.text).toContain('Pay $12.00 to Kikoa.\n\n<b>Thank</b> you, Juma Otieno!')
  expect(english.html).not.toContain('<b>')
  expect(english.html).toContain('&#60;b&#62;Thank&#60;/b&#62; you')
})

test('a variable or markup in the name of a customer stays what it is', async () => {
  await rewrite('offered', own)
  const customer = await customerIn('en', '{amount} <i>{business}</i>\r\nBcc: all@example.com')
  const name = await offerTo(customer)
  const mail = await mailTo(customer.email, name)
  expect(mail.subject).toBe(`For {amount} <i>{business}</i> Bcc: all@example.com: ${name}`)
  expect(mail.bcc).toBeUndefined()
  expect(mail.html).toContain('you, {amount} &#60;i&#62;{business}&#60;/i&#62;')
  expect(mail.html).not.toContain('<i>')
})

test('a letter without the owner’s words in a language has the product’s, and all do after the way back', async () => {
  await rewrite('offered', { ...own, sw: null })
  const asha = await customerIn('sw', 'Asha Mushi')
  const first = await offerTo(asha)
  expect((await mailTo(asha.email, first)).subject).toBe(`${first} iko tayari kulipiwa`)
  expect((await rewrite('offered', { en: null, sw: null })).status).toBe(200)
  const juma = await customerIn('en', 'Juma Otieno')
  const second = await offerTo(juma)
  expect((await mailTo(juma.email, second)).subject).toBe(`${second} is ready for payment`)
})

test('a letter with a code keeps the code and its link, whatever its text', async () => {
  await rewrite('confirmation', { en: { subject: 'Karibu {business}', text: 'Hello.' }, sw: null })
  await shop.visitor('POST', '/auth/v1/signup', {
    email: 'karibu@example.com',
    password: 'Kasuku-7-wanaimba',
  })
  const mail = await mailTo('karibu@example.com', 'Karibu Kikoa')
  expect(mail.text).toMatch(/Hello\.\n\n {4}\d{6}\n/)
  expect(mail.html).toMatch(/<a href="http[^"]+"/)
})

const fine = { subject: '{subject}', text: 'Text' }
test.each<[string, string, Text, string, string]>([
  ['an unknown variable', 'offered', { ...fine, text: 'Pay {price}' }, 'text', 'variable'],
  ['a variable of another letter', 'rejected', { ...fine, text: '{amount}' }, 'text', 'variable'],
  ['an open brace', 'offered', { ...fine, subject: '{subject} {amount' }, 'subject', 'variable'],
  ['a nested variable', 'offered', { ...fine, text: '{{name}}' }, 'text', 'variable'],
  [
    'a subject that names nothing',
    'offered',
    { ...fine, subject: 'Good news' },
    'subject',
    'variable-missing',
  ],
  [
    'a header in the subject',
    'offered',
    { ...fine, subject: '{subject}\r\nBcc: x@y.z' },
    'subject',
    'one-line',
  ],
  ['a character that no one can see', 'offered', { ...fine, text: 'a\u0000b' }, 'text', 'other'],
  ['no text', 'offered', { ...fine, text: ' ' }, 'text', 'required'],
  [
    'a name to an address that is not proven',
    'confirmation',
    { subject: 'Hi', text: '{name}' },
    'text',
    'variable',
  ],
])('%s is refused', async (_, template, text, field, reason) => {
  for (const language of ['en', 'sw'])
    expect(await rewrite(template, { en: null, sw: null, [language]: text })).toMatchObject({
      status: 400,
      body: { code: 'SETTING_INVALID', data: { key: key(template), path: [language, field], reason } },
    })
  expect(await shop.sql(`select key from settings`)).toEqual([])
})

test('of eight who change the version that they saw, one does, and the log has both texts', async () => {
  await rewrite('kept', { en: fine, sw: null })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => rewrite('kept', { en: { ...fine, text: `Text ${n}` }, sw: null }, 1)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 409),
  ])
  const made = answers.find(({ status }) => status === 200)!.body.values[key('kept')]
  expect(
    await shop.sql(
      `select before, after from audit_log where entity_id = 'letters.kept' order by at desc, id desc limit 1`,
    ),
  ).toEqual([{ before: { value: { en: fine, sw: null } }, after: { value: made } }])
})

test('the preview of every letter has all its values, and shows what is typed as it would be sent', async () => {
  const standard: Answer['body'] = await admin.call('GET', '/api/admin/templates')
  expect(standard.body.items).toHaveLength(templateNames.length * 2)
  for (const item of standard.body.items) {
    const names = templates[item.template as keyof typeof templates].variables
    const text = `${item.text}\n${names.map((name) => `${name}={${name}}`).join(' ')}`
    const { status, body } = await admin.call('POST', '/api/admin/templates/preview', { ...item, text })
    expect([item.template, status]).toEqual([item.template, 200])
    for (const written of [body.subject, body.text, body.html])
      expect(written).not.toMatch(/[{}]|undefined|null|NaN|\[object|=\s/)
  }
  const { body } = await admin.call('POST', '/api/admin/templates/preview', {
    template: 'offered',
    language: 'en',
    ...own.en,
  })
  expect(body.subject).toMatch(/^For Asha Mushi: \S+$/)
  expect(body.html).toContain('&#60;b&#62;Thank')
})

test('a customer reads, tries and changes no letter', async () => {
  const customer = await shop.customer()
  const values = { [key('offered')]: own }
  expect((await customer.call('GET', '/api/admin/templates')).status).toBe(403)
  expect((await customer.call('PATCH', '/api/admin/settings', { values })).status).toBe(403)
  const draft = { template: 'offered', language: 'en', ...own.en }
  expect((await customer.call('POST', '/api/admin/templates/preview', draft)).status).toBe(403)
})
