const requests = 'features/requests/ui'
const domains = 'features/domains/ui/domain-product.ts'
const emails = 'features/emails/ui/email-product.ts'
const hosting = 'features/hosting/ui/hosting-product.ts'
const reviews = `${requests}/review/review-texts.ts`
const customPlan = 'features/hosting/ui/HostingScreen.tsx'
const orders = 'features/orders/ui'
const accounts = 'features/accounts/ui'
const customers = 'features/customers/ui'

/** Every sentence of the catalogue of errors and successes, with the files that may show it. */
export const owners: Record<string, string[]> = {
  'Login successful!': [
    `${accounts}/visitor/LoginScreen.tsx`,
    `${accounts}/visitor/ConfirmScreen.tsx`,
    `${accounts}/security/SecondFactorChallenge.tsx`,
  ],
  'Account created! You can now log in.': [`${accounts}/visitor/SignUpScreen.tsx`],
  'Failed to fetch user role. Logging in as regular user.': [`${accounts}/visitor/RedirectAfterLogin.tsx`],
  'Failed to load countries': ['features/countries/ui/CountryField.tsx'],
  'Failed to fetch requests': [domains],
  'Failed to fetch email requests': [emails],
  'Failed to fetch hosting requests': [hosting],
  'Failed to submit request.': [domains, emails],
  'Failed to submit payment confirmation.': [
    domains,
    emails,
    `${orders}/OrderScreen.tsx`,
    'features/money/ui/charges/OwnPayment.tsx',
  ],
  'Failed to confirm payment.': [hosting],
  'Failed to renew domain.': [domains],
  'Failed to renew email.': [emails],
  'Failed to send hosting request': [hosting],
  'Failed to send manual hosting request': [customPlan],
  'You must be logged in to request hosting.': ['features/hosting/ui/HostingScreen.tsx'],
  'You must be logged in to send manual request.': [customPlan],
  'Failed to load requests': [reviews],
  'Failed to load profiles': [
    `${customers}/CustomerScreen.tsx`,
    `${customers}/CustomersScreen.tsx`,
    `${requests}/review/Requester.tsx`,
  ],
  'Failed to load hosting requests': [reviews],
  'Request not found': [`${requests}/review/save-failure.ts`],
  'Failed to create domain record': [reviews, `${orders}/review/OrderReviewForm.tsx`],
  'Failed to create email record': [reviews],
  'Failed to update request': [reviews],
  'Failed to update hosting request': [reviews],
  '⚠️ You must be logged in to place an order.': [`${orders}/CheckoutScreen.tsx`],
  '❌ Failed to save order. Please try again.': [`${orders}/CheckoutScreen.tsx`],
  '⚠️ Failed to update name.': [`${accounts}/profile/profile-forms.tsx`],
  'Request sent! Expect feedback within ~10 mins.': [domains],
  'Email request sent!': [emails],
  'Payment info submitted!': ['features/money/ui/claims/PaymentForm.tsx'],
  'Domain renewed successfully!': [domains],
  'Email renewed successfully!': [emails],
  'Request updated': [reviews],
  'Hosting request updated': [reviews],
  'Hosting request for {plan} plan sent!': ['features/hosting/ui/HostingScreen.tsx'],
  'Manual hosting request sent!': [hosting],
  '✅ Your domain order has been successfully placed!': [`${orders}/CheckoutScreen.tsx`],
  '✅ Name updated successfully.': [`${accounts}/profile/profile-forms.tsx`],
}
