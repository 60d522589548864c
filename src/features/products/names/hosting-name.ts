import { isDomainName } from './syntax.ts'

/** A hosting plan, and the website that it is for where that is known. */
export interface HostingName {
  /** The name of the plan, such as `Business`. */
  plan: string
  /** A domain name in ASCII. */
  website: string | null
}

/** A plan with its website as it is stored and shown: `Business · nyuzi.co.tz`, or `Business`. */
export const hostingName = (plan: string, website: string | null | undefined) =>
  website ? `${plan} · ${website}` : plan

/** Reads what `hostingName` has written. */
export function readHostingName(name: string): HostingName {
  const at = name.lastIndexOf(' · ')
  const website = name.slice(at + 3)
  return at > 0 && isDomainName(website)
    ? { plan: name.slice(0, at), website }
    : { plan: name, website: null }
}
