import type { Message, MessageName } from './fields.ts'
import { settingKeys, settings } from './settings.ts'

/** What the audit log calls each setting. Email templates have one label for all. */
export const settingLabels = Object.fromEntries(
  settingKeys
    .filter((key) => !key.startsWith('letters.'))
    .map((key) => {
      const { label, audit } = settings[key].field as unknown as { label: MessageName; audit?: MessageName }
      return [key, audit ?? label]
    }),
) as unknown as Record<string, Message>
