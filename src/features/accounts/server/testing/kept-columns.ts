/** Tables without personal data, and why. */
export const impersonal: Record<string, string> = {
  'auth.known_places': 'hashes of an account and a device or source; forgotten after 90 days',
  'auth.tries': 'hashes and counts; forgotten when their time is over',
  'auth.service_keys': 'keys of programs',
  'auth.sealing_keys': 'keys of the installation',
  'auth.setup_links': 'the link of the first start',
  'auth.signing_keys': 'keys of the installation',
  'public.api_keys': 'keys of programs; who made them is an id without a name',
  'public.audit_head': 'the end of the chain',
  'public.backups': 'when backups were written and where',
  'public.expiry_steps': 'the id of a record, the end of its term, and what the program did after it',
  'public.inbox_arrivals': 'the kind and id of what waited, and when',
  'public.jobs': 'names and due times of scheduled jobs',
  'public.logos': 'images of the business',
  'public.message_secrets': 'sealed secrets of the installation; who made them is an id without a name',
  'public.message_templates':
    'words of banks, without what they say of payers; who accepted them is an id without a name',
  'public.migrations': 'versions of the schema',
  'public.paper_numbers': 'the last number of each series and year',
  'public.received_balances': 'balances of the business',
  'public.renewal_offers': 'the id of a record and the end of its term',
  'public.settings': 'the business; who changed them last is an id without a name',
  'public.statement_rows': 'ids of imports and payments',
  'public.statement_layouts': 'columns of the files of banks; who chose them is an id without a name',
  'public.sms_days': 'how many SMS were sent on a day',
  'public.vapid_keys': 'keys of the installation',
  'public.webhook_endpoints': 'addresses of programs of the business',
  'public.webhook_secrets': 'sealed secrets of the installation',
  'public.unread_answers': 'answers of registries without contact data; nobody says who asked',
}

const id = 'an id, which has no name any more'
const when = 'a time, of what stays under an id without a name'
const count = 'counts and versions of the row'
const trade = 'what was asked for, agreed, paid or held: the business has to be able to show it'
const tax = 'tax law: an issued receipt, invoice or credit note has to be kept as it is'
const log = 'the log: who did what and when, under an id without a name'

/** Columns that remain after a deletion, by their reason. */
export const kept: Record<string, Record<string, string[]>> = {
  'public.profiles': {
    [id]: ['id'],
    [when]: ['created_at', 'updated_at'],
    [count]: ['version'],
  },
  'public.requests': {
    [id]: ['id', 'user_id', 'renews'],
    [when]: ['created_at', 'updated_at', 'claimed_since'],
    [count]: ['version'],
    [trade]: ['kind', 'subject', 'status', 'stage', 'price', 'currency', 'suggestions', 'payment_confirmed'],
    'a key for races, made of the above': ['open_key'],
  },
  'public.receipts': { [id]: ['user_id'], [when]: ['created_at'], [trade]: ['method', 'number'] },
  'public.claims': {
    [id]: ['id', 'user_id', 'request_id', 'order_id', 'renewal_id'],
    [when]: ['created_at', 'decided_at'],
    [count]: ['version'],
    [trade]: [
      'receipt_number',
      'payment_method',
      'method',
      'number',
      'holds_method',
      'holds_number',
      'amount',
      'currency',
      'state',
    ],
  },
  'public.received_payments': {
    [id]: ['id', 'user_id', 'decided_by'],
    [when]: ['paid_at', 'received_at', 'decided_at', 'created_at', 'at'],
    [count]: ['version'],
    [trade]: [
      ...['channel', 'country', 'kind', 'method', 'account', 'amount', 'currency', 'code', 'code_key'],
      ...[
        'reference',
        'reference_keys',
        'balance',
        'fee',
        'state',
        'reason',
        'rank',
        'disagrees',
        'seen',
        'reverses',
      ],
    ],
  },
  'public.allocations': {
    [id]: ['id', 'payment_id', 'charge_id', 'user_id', 'claim_id', 'allocated_by', 'undone_by'],
    [when]: ['allocated_at', 'undone_at'],
    [trade]: ['amount', 'currency', 'outcome', 'undone_as'],
  },
  'public.payment_evidence': {
    [id]: ['id', 'payment_id', 'entered_by', 'dismissed_by'],
    [when]: ['paid_at', 'received_at', 'dismissed_at', 'created_at'],
    [trade]: [
      ...['channel', 'rank', 'reason', 'method', 'amount', 'currency', 'code', 'reference', 'reference_keys'],
      'balance',
    ],
    'a key against storing it twice': ['fingerprint'],
  },
  'public.orders': {
    [id]: ['id', 'user_id'],
    [when]: ['created_at', 'updated_at', 'claimed_since'],
    [count]: ['version'],
    [trade]: ['number', 'status', 'total_price', 'currency', 'payment_confirmed', 'owed'],
  },
  'public.order_lines': {
    [id]: ['id', 'order_id', 'user_id'],
    [trade]: ['position', 'domain', 'years', 'price', 'further_price', 'state', 'unchecked'],
    'a key for races, made of the above': ['open_key'],
  },
  'public.refunds': {
    [id]: ['id', 'order_id', 'user_id', 'created_by'],
    [when]: ['created_at', 'paid_on'],
    [count]: ['order_version'],
    [trade]: ['amount', 'currency', 'method', 'reference', 'kept'],
  },
  'public.charges': {
    [id]: ['id', 'user_id', 'request_id', 'order_id', 'renewal_id'],
    [when]: ['created_at', 'paid_at', 'due_on'],
    [count]: ['version', 'sale'],
    [trade]: [
      ...['reference', 'kind', 'subject', 'amount', 'currency', 'quotes', 'settled', 'state', 'activate'],
    ],
    'reference and subject again': ['search'],
  },
  'public.ledger_postings': {
    [id]: ['id', 'source_kind', 'source_id'],
    [when]: ['at'],
    [trade]: ['act'],
  },
  'public.ledger_entries': {
    [id]: ['id', 'posting_id', 'user_id'],
    [when]: ['at'],
    [trade]: ['account', 'amount', 'currency'],
  },
  'public.records': {
    [id]: ['id', 'user_id', 'request_id', 'order_line_id'],
    [when]: ['created_at', 'started_at', 'expires_at', 'anchor_day', 'released_at'],
    [count]: ['version'],
    [trade]: ['kind', 'name', 'exclusive', 'status'],
  },
  'public.renewals': {
    [id]: ['id', 'record_id', 'user_id', 'request_id', 'done_by'],
    [when]: ['created_at', 'expired_at', 'expires_at', 'done_at'],
    [count]: ['record_version'],
  },
  'public.answer_times': {
    [id]: ['request_id', 'answered_by', 'activated_by'],
    [when]: ['arrived_at', 'answered_at', 'activated_at', 'answer_seconds', 'activation_seconds'],
    [trade]: ['kind'],
  },
  'public.papers': {
    [id]: ['id', 'user_id', 'charge_id', 'credits', 'refund_id'],
    [count]: ['sale'],
    [when]: ['created_at', 'written_at'],
    [tax]: [
      ...[
        'kind',
        'series',
        'year',
        'number',
        'name',
        'credited_before',
        'amount',
        'vat',
        'currency',
        'tax_point',
      ],
      ...['facts', 'pdf', 'sha256'],
    ],
  },
  'public.charge_taxes': {
    [id]: ['charge_id', 'user_id'],
    [when]: ['updated_at'],
    [count]: ['version'],
    [tax]: ['fiscal_code', 'fiscal_link', 'withheld', 'certificate'],
  },
  'public.customer_taxes': {
    [id]: ['user_id'],
    [when]: ['updated_at'],
    [count]: ['version'],
    [tax]: ['vat_exempt'],
  },
  'public.audit_log': {
    [log]: ['id', 'at', 'actor_id', 'actor_role', 'action', 'entity', 'entity_id'],
    'the chain: hashes whose salts are erased': ['seq', 'before_digest', 'after_digest', 'hash'],
  },
}

/** What also remains after a soft deletion: the account's row, for programs that store its id. */
export const keptSoftly: Record<string, Record<string, string[]>> = {
  'auth.users': {
    [id]: ['id'],
    [when]: [
      'email_confirmed_at',
      'phone_confirmed_at',
      'invited_at',
      'confirmation_sent_at',
      'recovery_sent_at',
      'reauthentication_sent_at',
      'email_change_sent_at',
      'phone_change_sent_at',
      'last_sign_in_at',
      'banned_until',
      'created_at',
    ],
    'what kind of account it was': [
      'aud',
      'is_sso',
      'email_unseen',
      'phone_unseen',
      'made_by_admin',
      'password_doubted',
    ],
  },
}
