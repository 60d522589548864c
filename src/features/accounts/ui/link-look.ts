/** A link in the running text of the visitors' forms. */
export const linkLook = 'font-semibold text-primary underline underline-offset-4'
