import * as z from 'zod/mini'
import { oneLineText, text } from '../contract.ts'
import { oneLine } from '../texts/one-line.ts'
import { locales } from '../pages.ts'
import { mapKeys } from '../pick.ts'

interface Column {
  /** Which rule of `profile-fields.ts` normalizes what the owner sends. */
  kind: 'text' | 'country' | 'phone' | 'language' | 'email'
  /** The value in API answers. */
  output: z.ZodMiniType
  /** The value that the owner may send; null if only the server writes the column. */
  input: z.ZodMiniType | null
  /** Needed before the first request (readings 12). */
  isRequired: boolean
  /** Identifies the person. `language` is a preference; an erased account loses both. */
  isPersonal: boolean
  /** Whether admins read it on customers and users. */
  isForAdmins: boolean
  /** `detail`: screens show it with its label. All others have a position of their own on each screen. */
  display: 'name' | 'contact' | 'detail' | 'none'
  /** The `autocomplete` token of an optional text in forms. */
  autoComplete?: string
}

const nullableText = z.nullable(z.string())
const optionalText = z.nullable(z.string().check(z.overwrite(oneLine), z.maxLength(200)))

/**
 * The columns of a profile, declared once. The table's type, contracts, queries, forms, labels, erasure and export
 * derive from this list; `profile-columns.test.ts` compares it with the database.
 */
export const profileColumns = {
  full_name: {
    kind: 'text',
    output: nullableText,
    input: oneLineText(200),
    isRequired: true,
    isPersonal: true,
    isForAdmins: true,
    display: 'name',
  },
  business_name: {
    kind: 'text',
    output: nullableText,
    input: optionalText,
    isRequired: false,
    isPersonal: true,
    isForAdmins: true,
    display: 'name',
    autoComplete: 'organization',
  },
  /** ISO 3166-1 alpha-2. */
  country: {
    kind: 'country',
    output: nullableText,
    input: text(2),
    isRequired: true,
    isPersonal: true,
    isForAdmins: true,
    display: 'contact',
  },
  /** E.164: dialling code and number. */
  phone_number: {
    kind: 'phone',
    output: nullableText,
    input: text(40),
    isRequired: true,
    isPersonal: true,
    isForAdmins: true,
    display: 'contact',
  },
  /** Follows the address of the account. */
  email: {
    kind: 'email',
    output: nullableText,
    input: null,
    isRequired: false,
    isPersonal: true,
    isForAdmins: true,
    display: 'contact',
  },
  /** The language of mails and screens; null: English. */
  language: {
    kind: 'language',
    output: z.nullable(z.enum(locales)),
    input: z.nullable(z.enum(locales)),
    isRequired: false,
    isPersonal: false,
    isForAdmins: false,
    display: 'none',
  },
} as const satisfies Record<string, Column>

type Columns = typeof profileColumns
export type ProfileColumn = keyof Columns
type Matching<Property> = {
  [C in ProfileColumn]: Columns[C] extends Property ? C : never
}[ProfileColumn]

export type OwnColumn = Exclude<ProfileColumn, Matching<{ input: null }>>
export type AdminColumn = Matching<{ isForAdmins: true }>
export type RequiredColumn = Matching<{ isRequired: true }>
export type OptionalText = Matching<{ kind: 'text'; isRequired: false }>

/** The values of all columns, as the table stores them. */
export type ProfileValues = { [C in ProfileColumn]: z.output<Columns[C]['output']> }
/** What a person may set of their own profile. */
export type ProfileFields = Pick<ProfileValues, OwnColumn>

const columnsWhere = <C extends ProfileColumn>(isWanted: (column: Column) => boolean) =>
  allColumns.filter((name) => isWanted(profileColumns[name])) as C[]

export const allColumns = Object.keys(profileColumns) as ProfileColumn[]
/** What the owner may write. The database grants the update of these columns. */
export const ownColumns = columnsWhere<OwnColumn>(({ input }) => input !== null)
/** What admins read of a customer or user. */
export const adminColumns = columnsWhere<AdminColumn>(({ isForAdmins }) => isForAdmins)
export const requiredColumns = columnsWhere<RequiredColumn>(({ isRequired }) => isRequired)
/** The plain, optional texts of the owner's form. */
export const optionalTexts = columnsWhere<OptionalText>(
  ({ kind, isRequired }) => kind === 'text' && !isRequired,
)
/** What `displayName` reads. */
export const nameColumns = ['business_name', 'full_name', 'email'] as const satisfies ProfileColumn[]
/** The columns that screens show with a label. */
export const detailColumns = columnsWhere<ProfileColumn>(({ display }) => display === 'detail')

/** The columns as a contract's answer shows them. */
export const profileOutputs = <C extends ProfileColumn>(columns: readonly C[]) =>
  mapKeys(columns, (column) => profileColumns[column].output) as { [K in C]: Columns[K]['output'] }

/** The columns that a contract accepts from the owner, each optional. */
export const profileInputs = mapKeys(ownColumns, (column) => z.optional(profileColumns[column].input)) as {
  [C in OwnColumn]: z.ZodMiniOptional<Columns[C]['input']>
}

export const pickColumns = <C extends ProfileColumn>(row: Pick<ProfileValues, C>, columns: readonly C[]) =>
  mapKeys(columns, (column) => row[column]) as Pick<ProfileValues, C>

/** Every column without a value: the profile of an erased account. */
export const erasedProfile = mapKeys(allColumns, () => null) as Record<ProfileColumn, null>

/** The sign-up's columns about the person, without values. The account's own address is not erased. */
export const erasedSignUp: Partial<Record<ProfileColumn, null>> = mapKeys(
  ownColumns.filter((column) => profileColumns[column].isPersonal),
  () => null,
)

/**
 * True if the profile names the person and says how to reach them. A sign-up by another client may have left it
 * empty.
 */
export const profileIsComplete = (profile: Pick<ProfileValues, RequiredColumn>) =>
  requiredColumns.every((column) => profile[column])
