import { m } from '../../../paraglide/messages.js'
import { readHostingName } from './hosting-name.ts'

/** A hosting plan as its customer reads it: with its website, or what it is and that it has none yet. */
export const hostingTitle = (name: string): string =>
  readHostingName(name).website ? name : m.hosting_without_website({ plan: name })
