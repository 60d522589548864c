import { randomUUID } from 'node:crypto'
import { pngOf } from '../../../server/pictures/testing/pictures.ts'
import type { Causes, World } from './causes.ts'

const logo = ({ admin }: World, image: Buffer) => ({
  endpoint: 'POST /admin/settings/logo',
  person: admin,
  body: { image: image.toString('base64') },
})
const setting = ({ admin }: World, values: object) => ({
  endpoint: 'PATCH /admin/settings',
  person: admin,
  body: { values },
})
const webhook = ({ admin }: Pick<World, 'admin'>, url: string, id = randomUUID()) => ({
  endpoint: 'PUT /admin/webhooks/{id}',
  person: admin,
  params: { id },
  body: { url, types: ['order.placed'] },
})
/** The test mail goes to the admin who saves it. */
const mailServer = ({ admin, smtp }: Pick<World, 'admin' | 'smtp'>, change: object = {}) => ({
  endpoint: 'PUT /admin/mail-server',
  person: admin,
  isPersonal: true,
  body: {
    host: '127.0.0.1',
    port: Number(new URL(smtp.url).port),
    encryption: 'none',
    username: null,
    from_email: 'duka@shop.example.com',
    ...change,
  },
})

/** What the settings, the webhooks, the mails and the inbox refuse. */
export const settingCauses: Causes = {
  SETTING_UNKNOWN: async (world) => setting(world, { 'no.such': 1 }),
  SETTING_INVALID: async (world) => setting(world, { 'shop.currency': 'TZS' }),
  IMAGE_INVALID: async (world) => logo(world, Buffer.from('<script>')),
  IMAGE_TOO_LARGE: async (world) => logo(world, pngOf(9_000, 2)),

  async MAIL_REFUSED(world) {
    world.smtp.refuse = { code: 550, message: 'Sender is not one of ours' }
    return { ...mailServer(world), after: () => delete world.smtp.refuse }
  },
  PASSWORD_NEEDED: async (world) => mailServer(world, { username: 'duka' }),
  SET_BY_ENVIRONMENT: async ({ limited, smtp }) => mailServer({ admin: await limited.shop.admin(), smtp }),

  TARGET_REFUSED: async (world) => webhook(world, 'https://10.0.0.1/'),
  async ALREADY_MADE(world) {
    const id = randomUUID()
    const { body } = webhook(world, 'https://127.0.0.1/')
    await world.admin.call('PUT', `/api/admin/webhooks/${id}`, body)
    return webhook(world, 'https://127.0.0.1/', id)
  },
  async TOO_MANY(world) {
    await world.shop.sql(
      `insert into webhook_endpoints (id, url, types, sources)
       select gen_random_uuid(), 'https://example.com/', '{}', '{}' from generate_series(1, 20)`,
    )
    return {
      ...webhook(world, 'https://127.0.0.1/'),
      after: () => world.shop.sql('delete from webhook_endpoints'),
    }
  },

  async NOT_RETRYABLE({ shop, admin }) {
    const id = randomUUID()
    await shop.sql(
      `insert into mails (id, kind, recipient, state, secret, attempts, expires_at)
       values ($1, 'test', 'asha@example.com', 'sent', false, 1, now() + interval '1 hour')`,
      [id],
    )
    return { endpoint: 'POST /admin/mails/{id}/retry', person: admin, params: { id } }
  },
  async TAKEN({ shop, admin, newName }) {
    const { body } = await (
      await shop.customer()
    ).call('POST', '/api/domain-requests', { requested_domain: newName() })
    const other = await shop.admin('manager')
    await other.call('POST', `/api/admin/inbox/domain/${body.id}/take`)
    return {
      endpoint: 'POST /admin/inbox/{kind}/{id}/take',
      person: admin,
      isPersonal: true,
      params: { kind: 'domain', id: body.id },
    }
  },
}
