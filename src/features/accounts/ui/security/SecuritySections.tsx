import { LeaveSection } from './LeaveSection.tsx'
import { LinkedLogins } from './LinkedLogins.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'

/** How the account is protected, where it is open, and the way out of it. */
export function SecuritySections() {
  return (
    <>
      <PasswordSection />
      <SecondFactorSection />
      <LinkedLogins />
      <SessionsSection />
      <LeaveSection />
    </>
  )
}
