/**
 * A sentence, the file and the title of its test, and the pattern in that file if the test uses one. A journey is named
 * by its file alone (`orders.spec.ts`), in whichever round it stands.
 */
type SentenceRow = [sentence: string, file: string, title: string, seen?: string]
type Row = [what: string, file: string, title: string]

const areas = 'areas.spec.ts'
const job = 'main-job.spec.ts'
const orders = 'orders.spec.ts'
const store = 'storefront.spec.ts'
const sentences = 'sentences.spec.ts'
const failures = 'failures.spec.ts'
const shop = 'e2e/shop.ts'

const wish = '${product.name}: from the request to the record and its renewal, live on both sides'
const order = "a visitor's cart becomes an order, and the order domains"
const byHand = 'an edited URL with an invalid name shows an error'
const form = 'a form says what is missing or known already'
const review = 'an admin reads what a save needs, and that a request is gone or its name held'
const ended = 'with the session ended a customer is sent to the log-in'
const role = 'somebody whose role can not be found out is logged in as a regular user'
const down = 'with the server stopped a customer sees what failed, and why'
const othersDown = 'with the server stopped a buyer, a visitor and an admin see what failed'
const inline = 'typed text stays when the server refuses it, with the error at the field'

/** Every sentence of the specification by its section. */
export const sentenceRows: Record<string, SentenceRow[]> = {
  '2 and 6': [
    ['Please enter a valid domain name', store, 'the search form refuses an invalid name'],
    ['Error checking this domain', store, 'a visitor sees each answer as it arrives and fills the cart'],
    [
      '{domain} added to cart',
      store,
      'a visitor sees each answer as it arrives and fills the cart',
      '.com added to cart',
    ],
    ['No domain name provided. Please go back and search again.', store, byHand],
    ['No domains in your cart.', orders, order],
    ['Confirm & Place Order', orders, order],
    ['You have no recent activity.', areas, 'a visitor who opens the dashboard logs in first'],
    ['Loading...', sentences, form],
    ['Loading admin dashboard...', sentences, form],
    ['Access denied. Admins only.', areas, 'a customer is redirected from the admin area to the home page'],
    ['Available yes', 'src/features/availability/server/availability.router.test.ts', 'says of %s'],
  ],
  4: [
    ['Please wait up to 10 minutes to receive feedback...', job, wish],
    ['After Payments Click Here to Confirm your Domain', job, wish],
    ['Please wait for domain propagation...', job, wish],
    ['Sorry, the domain is not available.', job, wish],
    ['YOUR DOMAIN IS ACTIVE NOW', job, wish],
    ['Please wait up to 10 minutes...', job, wish],
    ['After Payment, Click to Confirm', job, wish],
    ['Activating your email, please wait...', job, wish],
    ['Sorry, this email is not available.', job, wish],
    ['YOUR EMAIL IS ACTIVE NOW', job, wish],
    ['Please wait up to 10 minutes for feedback...', job, wish],
    ['Confirm Payment', job, wish],
    ['Please wait for provisioning...', job, wish],
    ['Sorry, your hosting request was rejected.', job, wish],
    ['Hosting Active', job, wish],
    ['Active', job, wish],
    ['Request this', job, wish],
  ],
  5: [
    ['Please enter a valid email address.', areas, inline],
    ['Password must be at least 8 characters and include uppercase, lowercase, and a number.', areas, inline],
    ['Please enter a domain name.', sentences, form],
    ['You already own this domain.', sentences, form],
    ['You already requested this domain.', sentences, form],
    ['Please enter a domain or full email.', sentences, form],
    ['If you don’t own the domain yet, please purchase it first.', job, wish],
    ['You already own an email with that name.', sentences, form],
    ['Please fill in all fields.', orders, order],
    ['Please fill in all payment fields.', job, wish],
    ['Please fill in all fields for manual request.', sentences, form],
    ['Please select a status', sentences, review],
    ['Please enter a valid price', sentences, review],
  ],
  '8, failures': [
    ['Failed to fetch user role. Logging in as regular user.', sentences, role],
    ['Failed to load countries', failures, othersDown],
    ['Failed to fetch requests', failures, down],
    ['Failed to fetch email requests', failures, down],
    ['Failed to fetch hosting requests', failures, down],
    ['Failed to submit request.', failures, down],
    ['Failed to submit payment confirmation.', failures, down],
    ['Failed to confirm payment.', failures, down],
    ['Failed to renew domain.', failures, down],
    ['Failed to renew email.', failures, down],
    ['Failed to send hosting request', failures, down],
    ['Failed to send manual hosting request', failures, down],
    ['You must be logged in to request hosting.', sentences, ended],
    ['You must be logged in to send manual request.', sentences, ended],
    ['Failed to load requests', failures, othersDown],
    ['Failed to load profiles', failures, othersDown],
    ['Failed to load hosting requests', failures, othersDown],
    ['Request not found', sentences, review],
    ['Failed to create domain record', sentences, review],
    ['Failed to create email record', sentences, review],
    ['Failed to update request', failures, othersDown],
    ['Failed to update hosting request', failures, othersDown],
    ['⚠️ You must be logged in to place an order.', orders, order],
    ['❌ Failed to save order. Please try again.', failures, othersDown],
    ['⚠️ Failed to update name.', failures, othersDown],
  ],
  '8, successes': [
    ['Login successful!', shop, 'Login successful!'],
    ['Account created! You can now log in.', shop, 'Account created! You can now log in.'],
    ['Request sent! Expect feedback within ~10 mins.', job, wish],
    ['Email request sent!', job, wish],
    ['Payment info submitted!', job, wish],
    ['Domain renewed successfully!', job, wish],
    ['Email renewed successfully!', job, wish],
    ['Request updated', job, wish],
    ['Hosting request updated', job, wish],
    ['Hosting request for {plan} plan sent!', sentences, form, 'Hosting request for Basic plan sent!'],
    ['Manual hosting request sent!', sentences, form],
    ['✅ Your domain order has been successfully placed!', orders, order],
    ['✅ Name updated successfully.', sentences, form],
  ],
  9: [
    ['Save 15%', sentences, form],
    ['Custom Plan', sentences, form],
  ],
}

const every = 'every screen is accessible and does not overflow'

/** Every route of the specification, and the additional routes for operations. */
export const routeRows: Row[] = [
  ['/', areas, every],
  ['/pricing', areas, every],
  ['/support', areas, every],
  ['/login', areas, every],
  ['/signup', areas, every],
  ['/setup', areas, every],
  ['/search', store, 'the search form refuses an invalid name'],
  ['/results', store, byHand],
  ['/cart', orders, order],
  ['/checkout', orders, order],
  ['/dashboard', areas, every],
  ['/dashboard/domains', areas, every],
  ['/dashboard/domains/:name', 'domain-page.spec.ts', 'one page per domain'],
  ['/dashboard/emails', areas, every],
  ['/dashboard/hosting', areas, every],
  ['/dashboard/website-design', 'chat.spec.ts', 'website design has twelve types, and one is open at a time'],
  ['/dashboard/livechat', 'chat.spec.ts', 'a conversation is live on both sides'],
  ['/dashboard/whatsapp', areas, every],
  ['/dashboard/profile', areas, every],
  ['/dashboard/orders', orders, order],
  ['/admin', areas, every],
  ['/admin/profiles', 'user-list.spec.ts', 'an admin finds a customer and manages their domains'],
  ['/admin/domains', areas, every],
  ['/admin/emails', areas, every],
  ['/admin/hosting', areas, every],
  ['/admin/users', areas, every],
  ['/admin/profile', areas, every],
  ['/admin/audit', areas, every],
  ['/admin/mail', areas, every],
  ['/admin/operations', areas, every],
  ['/admin/orders', orders, order],
  ['/admin/messages', store, 'without scripts the form works'],
  ['/admin/chat', 'chat.spec.ts', 'a conversation is live on both sides'],
  ['/admin/settings', 'settings.spec.ts', 'an admin sets name, logo and contact of the shop'],
  ['/admin/availability', store, 'an admin sees the health of the registries and tests one'],
]

const server = 'src/features/requests/server'
const names = 'src/features/products/domain-names.test.ts'
const addresses = 'src/features/products/email-addresses.test.ts'

/** Rules of sections 4, 5 and 6 that a single sentence does not show. */
export const ruleRows: Row[] = [
  ['the search reads a name', names, 'a typed name'],
  ['suggestions in their order', names, 'come in the order of the specification'],
  ['www is stripped, the typed ending skipped', names, 'skip the typed ending and strip a leading www'],
  ['23 role prefixes', addresses, 'a domain gives 23 role addresses at it, and the notice'],
  ['a full address gives itself', addresses, 'a full address gives itself, in lower case'],
  [
    'a domain request starts pending, without a price',
    `${server}/requests.test.ts`,
    'for a domain gives a pending request without a price',
  ],
  ['a plan request keeps its price', `${server}/requests.test.ts`, 'for hosting keeps the price of the plan'],
  [
    'the walk from wish to record',
    `${server}/requests.test.ts`,
    'walks a domain from the wish to the record',
  ],
  [
    'a record for each activation, once',
    `${server}/once.test.ts`,
    'saved 8 times at once creates one record',
  ],
  ['a price is asked for an offer alone', sentences, review],
  [
    'setting an active request back leaves the record, and removing it is an act of its own',
    `${server}/release.test.ts`,
    'a record whose request was set back is taken back once',
  ],
  ['one claim for an offer', `${server}/once.test.ts`, 'claimed 8 times at once is one claim'],
  [
    'a renewal is a year from now',
    `${server}/once.test.ts`,
    'pressed 8 times at once extends once, to a year from now',
  ],
  [
    'a renewal that is paid first asks the price of its plan',
    `${server}/once.test.ts`,
    'after payment asks for the price of a plan again',
  ],
  [
    'nothing is renewed early, nor by others',
    `${server}/once.test.ts`,
    'is refused before the expiry, and of what somebody else holds',
  ],
  [
    'prices on saving, product by product',
    'src/features/products/life-cycle.test.ts',
    "a domain's price is cleared outside the offer",
  ],
  [
    'an order needs a session',
    'src/features/orders/server/placing.test.ts',
    'needs a session and a complete profile',
  ],
  [
    'an order is what its lines sum up to',
    'src/features/orders/order.test.ts',
    'a name that is gone costs nothing',
  ],
  [
    'a sign-up is always a user',
    'src/app/auth-host.test.ts',
    'never makes an admin, whatever the metadata says',
  ],
  ['a customer sees own rows alone', 'src/app/authorization.test.ts', 'rows are in no list'],
  [
    'the server refuses what is its own to say',
    'src/app/authorization.test.ts',
    "a field that is the server's",
  ],
  [
    'an admin acts for a customer, nobody else',
    'src/features/customers/server/customers.queries.test.ts',
    'a customer acts for nobody, not even for themselves',
  ],
  [
    'a failure is shown for 4 s, a success for 2, a cart for 3',
    'toasts.spec.ts',
    'an error toast stays 4 seconds, a success 2, a cart confirmation 3',
  ],
  ['20 toasts at once', 'toasts.spec.ts', 'at most 20 toasts are shown'],
  [
    'an expired record can be given free',
    'user-list.spec.ts',
    'an admin releases an expired name, and the customer no longer has it',
  ],
  ['a sign-out leads to the log-in everywhere', areas, 'a log-out in one tab logs the other one out'],
]
