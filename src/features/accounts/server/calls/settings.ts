import type { Call } from '../protocol/call.ts'

/** What a log-in screen may offer. */
export const settings: Call = {
  method: 'GET',
  path: '/settings',
  answer: async ({ config, providers }) => ({
    body: {
      external: {
        anonymous_users: config.AUTH_ANONYMOUS,
        email: true,
        phone: config.AUTH_PHONE,
        google: false,
        ...Object.fromEntries([...providers.keys()].map((name) => [name, true])),
      },
      disable_signup: !config.AUTH_SIGNUPS,
      mailer_autoconfirm: !config.AUTH_EMAIL_CONFIRMATION,
      phone_autoconfirm: !config.AUTH_PHONE_CONFIRMATION,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
      // Not of the protocol: whether the profile offers to link further log-ins.
      manual_linking_enabled: config.AUTH_MANUAL_LINKING,
    },
  }),
}
