/** A row of an admins' queue: a line on a wide screen, a card on a phone. */
export const rowLook =
  'p-3 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:p-4 md:border-b md:border-line'

/** The form of a row: below it on a narrow screen, beside the list on a wide one. */
export const formLook =
  '@container flex flex-col gap-4 rounded-card border border-line bg-card p-4 max-md:-mt-1 md:my-3 lg:mt-0'
