import type { ComponentType } from 'react'
import { m } from '../../../../paraglide/messages.js'
import type { SectionProps } from '../use-section.ts'
import { AccountsSection } from './AccountsSection.tsx'
import { BusinessSection } from './BusinessSection.tsx'
import { ChatSection } from './ChatSection.tsx'
import { ContactSection } from './ContactSection.tsx'
import { EndingsSection } from './EndingsSection.tsx'
import { MailSection } from './MailSection.tsx'
import { PaymentsSection } from './PaymentsSection.tsx'
import { PricesSection } from './PricesSection.tsx'
import { RegistriesSection } from './RegistriesSection.tsx'
import { RenewalsSection } from './RenewalsSection.tsx'

/** The subjects of the settings, in the order of the screen. */
export const sections: { id: string; title: () => string; Form: ComponentType<SectionProps> }[] = [
  { id: 'business', title: m.settings_business, Form: BusinessSection },
  { id: 'contact', title: m.settings_contact, Form: ContactSection },
  { id: 'chat', title: m.settings_chat, Form: ChatSection },
  { id: 'payments', title: m.settings_payments, Form: PaymentsSection },
  { id: 'prices', title: m.settings_prices, Form: PricesSection },
  { id: 'endings', title: m.settings_endings, Form: EndingsSection },
  { id: 'renewals', title: m.settings_renewals, Form: RenewalsSection },
  { id: 'accounts', title: m.settings_accounts, Form: AccountsSection },
  { id: 'mail', title: m.settings_mail, Form: MailSection },
  { id: 'registries', title: m.settings_registries, Form: RegistriesSection },
]
