import type en from '../../../messages/en.json'
import type sw from '../../../messages/sw.json'
import type { PreviewPart } from '../../shared/pages.ts'

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

/** What an input shows, and the attributes of its element. */
interface InputFacts<Text> {
  label: Text
  /** The sentence below the input. */
  help?: Text
  /** The help is shown only while no value is saved. */
  helpIfUnset?: true
  /** The value of an empty input. Without it the server refuses an empty input. */
  empty?: null | ''
  options?: readonly Option<Text>[]
  /** The placeholder, where it is a text. */
  example?: Text
  attributes?: Readonly<Record<string, string | number | false>>
  /** It takes two columns in a row of a list. */
  wide?: true
}

/** An input inside the value of a setting. */
export interface Input<Text = MessageName> extends InputFacts<Text> {
  kind: InputKind
  /** What is typed in a new row, where that is not nothing. */
  start?: string | true
}

/** The labels in a component of its own, which the search knows too. Abbreviations are no messages. */
export type OwnLabels<Name extends string = string, Text = MessageName> = Readonly<
  Record<Name, Text | Uppercase<string>>
>

/** The facts of a setting's field beside its kind. Its label is also what the audit log calls the setting. */
export interface FieldFacts<Section extends SectionId, Text = MessageName> extends InputFacts<Text> {
  section: Section
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
export interface Field<
  Section extends SectionId = SectionId,
  Kind extends FieldKind = FieldKind,
  Text = MessageName,
> extends FieldFacts<Section, Text> {
  kind: Kind
}

export interface SectionFacts<Text = MessageName> {
  title: Text
  about: Text
  group: keyof typeof groups
  /** What customers see of it. */
  preview?: PreviewPart
  /** Its inputs share two columns, where there is room. Choices and lists are below them. */
  columns?: true
}

/** The groups of the sections, in the order of the screen. */
export const groups = {
  shop: 'm.settings_group_shop',
  payments: 'm.area_payments',
  sales: 'm.settings_group_sales',
  system: 'm.settings_group_system',
} as const satisfies Record<string, MessageName>

/** The sections of the screen, in its order. */
export const sections = {
  business: {
    title: 'm.settings_business',
    about: 'm.settings_business_about',
    group: 'shop',
    preview: 'business',
  },
  contact: {
    title: 'm.settings_contact',
    about: 'm.settings_contact_about',
    group: 'shop',
    preview: 'contact',
    columns: true,
  },
  chat: {
    title: 'm.settings_chat',
    about: 'm.settings_chat_about',
    group: 'shop',
    preview: 'chat',
    columns: true,
  },
  payments: {
    title: 'm.settings_payments',
    about: 'm.settings_payments_about',
    group: 'payments',
    preview: 'payments',
  },
  steps: {
    title: 'm.settings_steps',
    about: 'm.settings_steps_about',
    group: 'payments',
    preview: 'payments',
  },
  activate: { title: 'm.settings_activate', about: 'm.settings_activate_about', group: 'payments' },
  messages: { title: 'm.settings_messages', about: 'm.settings_messages_about', group: 'payments' },
  templates: { title: 'm.settings_templates', about: 'm.settings_templates_about', group: 'payments' },
  currency: { title: 'm.settings_currency', about: 'm.settings_currency_about', group: 'payments' },
  papers: {
    title: 'm.settings_papers',
    about: 'm.settings_papers_about',
    group: 'payments',
    preview: 'papers',
    columns: true,
  },
  prices: { title: 'm.settings_prices', about: 'm.settings_prices_about', group: 'sales', preview: 'prices' },
  endings: {
    title: 'm.settings_endings',
    about: 'm.settings_endings_about',
    group: 'sales',
    preview: 'endings',
  },
  requests: {
    title: 'm.settings_requests',
    about: 'm.settings_requests_about',
    group: 'sales',
    preview: 'requests',
  },
  answers: { title: 'm.settings_answers', about: 'm.settings_answers_about', group: 'sales' },
  renewals: { title: 'm.settings_renewals', about: 'm.settings_renewals_about', group: 'sales' },
  'after-expiry': {
    title: 'm.settings_after_expiry',
    about: 'm.settings_after_expiry_about',
    group: 'sales',
  },
  accounts: {
    title: 'm.settings_accounts',
    about: 'm.settings_accounts_about',
    group: 'system',
    preview: 'accounts',
  },
  mail: { title: 'm.settings_mail', about: 'm.settings_mail_about', group: 'system' },
  registries: { title: 'm.settings_registries', about: 'm.settings_registries_about', group: 'system' },
} as const satisfies Record<string, SectionFacts>

export type SectionId = keyof typeof sections
