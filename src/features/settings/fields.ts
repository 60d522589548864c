import type en from '../../../messages/en.json'
import type sw from '../../../messages/sw.json'
import type { PreviewPart } from '../../shared/pages.ts'
import type { Permission } from '../../shared/people/permissions.ts'

/** A message that both languages have, by its name. Through a `*.data.ts` module screens get the message itself. */
export type MessageName = `m.${Extract<keyof typeof en, keyof typeof sw>}`

/** A message as screens get it. */
export type Message = () => string

/** How the value of an input is typed and shown. */
export type InputKind =
  | 'text'
  | 'area'
  | 'number'
  | 'price'
  | 'date'
  | 'check'
  | 'select'
  | 'choice'
  | 'list'
  | 'features'
  | 'lines'
  | 'ending'
  | 'whatsapp'

/**
 * The kinds of fields. `parts` is an object of inputs, `rows` a list of them. `own` has a component of its own in its
 * section, and `within` is in the component of another setting. `elsewhere` is changed outside the screen of the settings.
 */
export type FieldKind = InputKind | 'parts' | 'rows' | 'own' | 'within' | 'elsewhere'

/** A value that can be chosen. */
interface Option<Text> {
  value: string | boolean | null
  label: Text
  about?: Text
}

/** What an input shows beside its label, and the attributes of its element. */
interface InputFacts<Text> {
  /** The sentence below the input. */
  help?: Text
  /** The help is shown only while no value is saved. */
  helpIfUnset?: true
  /** The value of an empty input. Without it the server refuses an empty input. */
  empty?: null | ''
  options?: readonly Option<Text>[]
  /** The placeholder, where it is a text. */
  example?: Text
  attributes?: Readonly<Record<string, string | number>>
}

/** An input inside the value of a setting. */
export interface Input<Text = MessageName> extends InputFacts<Text> {
  kind: InputKind
  label: Text
  /** It takes two columns in a row of a list. */
  wide?: true
  /** What is typed in a new row, where that is not nothing. */
  start?: string | true
}

/** The labels in a component of its own, which the search knows too. Abbreviations are no messages. */
export type OwnLabels<Name extends string = string, Text = MessageName> = Readonly<
  Record<Name, Text | Uppercase<string>>
>

/** The facts of a field beside its section, kind and label. */
export interface FieldFacts<Text = MessageName> extends InputFacts<Text> {
  /** A permission that a change needs beside `settings.write`. A policy of the table `settings` refuses the others. */
  needs?: Permission
  /** What the audit log calls the setting, where the label of the input is not clear alone. */
  audit?: Text
  /** The inputs of an object (`parts`) or of each row (`rows`). */
  inputs?: Readonly<Record<string, Input<Text>>>
  labels?: OwnLabels<string, Text>
  /** The most rows, and the label of the button that adds one. */
  rows?: { most: number; add: Text }
  /** Rows without a text in any of these inputs are left out. */
  dropWithout?: readonly string[]
}

/** The field of a setting on the screen of the settings. */
export interface Field<Text = MessageName> extends FieldFacts<Text> {
  section: SectionId
  kind: FieldKind
  label: Text
}

interface SectionFacts {
  title: MessageName
  about: MessageName
  group: keyof typeof groups
  /** What customers see of it. */
  preview?: PreviewPart
  /** Its inputs share two columns, where there is room. Choices and lists are below them. */
  columns?: true
}

/** A section as screens get it. */
export type ShownSection = Omit<SectionFacts, 'title' | 'about'> & Record<'title' | 'about', Message>

/** The groups of the sections, in the order of the screen. */
export const groups = {
  shop: 'm.settings_group_shop',
  payments: 'm.common_payments',
  sales: 'm.settings_group_sales',
  system: 'm.settings_group_system',
} as const satisfies Record<string, MessageName>

const section = (
  group: SectionFacts['group'],
  title: MessageName,
  about: MessageName,
  facts: Pick<SectionFacts, 'preview' | 'columns'> = {},
): SectionFacts => ({ title, about, group, ...facts })

/** The sections of the screen, in its order. */
export const sections = {
  business: section('shop', 'm.settings_business', 'm.settings_business_about', { preview: 'business' }),
  contact: section('shop', 'm.common_contact', 'm.settings_contact_about', {
    preview: 'contact',
    columns: true,
  }),
  chat: section('shop', 'm.settings_chat', 'm.settings_chat_about', { preview: 'chat', columns: true }),
  legal: section('shop', 'm.settings_legal', 'm.settings_legal_about'),
  payments: section('payments', 'm.common_ways_to_pay', 'm.settings_payments_about', { preview: 'payments' }),
  steps: section('payments', 'm.settings_steps', 'm.settings_steps_about', { preview: 'payments' }),
  activate: section('payments', 'm.settings_activate', 'm.settings_activate_about'),
  messages: section('payments', 'm.settings_messages', 'm.settings_messages_about'),
  templates: section('payments', 'm.settings_templates', 'm.settings_templates_about'),
  currency: section('payments', 'm.common_currency', 'm.settings_currency_about'),
  invoices: section('payments', 'm.settings_invoices', 'm.settings_invoices_about', {
    preview: 'invoices',
    columns: true,
  }),
  prices: section('sales', 'm.settings_prices', 'm.settings_prices_about', { preview: 'prices' }),
  endings: section('sales', 'm.settings_endings', 'm.settings_endings_about', { preview: 'endings' }),
  requests: section('sales', 'm.settings_requests', 'm.settings_requests_about', { preview: 'requests' }),
  answers: section('sales', 'm.settings_answers', 'm.settings_answers_about'),
  renewals: section('sales', 'm.settings_renewals', 'm.settings_renewals_about'),
  'after-expiry': section('sales', 'm.settings_after_expiry', 'm.settings_after_expiry_about'),
  mailboxes: section('sales', 'm.settings_mailboxes', 'm.settings_mailboxes_about', { columns: true }),
  servers: section('sales', 'm.settings_servers', 'm.settings_servers_about', { columns: true }),
  accounts: section('system', 'm.settings_accounts', 'm.settings_accounts_about', { preview: 'accounts' }),
  mail: section('system', 'm.common_email', 'm.settings_mail_about'),
  retention: section('system', 'm.settings_retention', 'm.settings_retention_about', { columns: true }),
  registries: section('system', 'm.settings_registries', 'm.settings_registries_about'),
}

export type SectionId = keyof typeof sections
