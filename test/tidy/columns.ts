import type { Database } from '../../src/platform/database/database.ts';

/**
 * Every column of the database that could hold a text, so that a new one is judged: what is erased with a recipient, and what
 * is of no recipient. docs/decisions/0052 says what happens to each.
 */
const erasedColumns: Record<string, string> = {
  requests:
    'email_from email_to sender_name recipient_name to_phone greeting comment external_id callback_url',
  idempotency: 'parameters',
  certificates: 'sender_email sender_name recipient_name greeting',
  order_comments: 'comment changed_by_name',
  code_readings: 'address',
  deliveries: 'address last_error report_details provider_reference settled_because',
  text_parts: 'provider message_id report kind',
  receipt_codes: 'phone_hash',
  callbacks: 'body url settled_because',
  callback_attempts: 'answer_head',
  bulk_lines: 'fields',
  bulk_orders: 'sealed_file',
  bulk_parts: 'hash',
  api_calls: 'kind cmd outcome ref address asked answered',
  bounce_mails_set_aside: 'message_id sender why',
  mails: 'sender subject',
  erasures: 'sealed_address',
};

/** Words of states and kinds, secrets and keyed hashes, and what is of clients, suppliers, operators and the catalogue. */
const otherColumns: Record<string, string> = {
  accounts: 'name',
  activation_letters: 'language token_hash settled_by settled_because',
  activation_mails: 'kind address message_id state last_error',
  activation_rows: 'order_number number_tail confirmed_by',
  activation_schedules: 'addresses language cron',
  address_previews: 'addresses seen',
  addresses: 'area locality address lat lon',
  alert_mails: 'address state last_error',
  alerts: 'kind',
  api_call_days: 'cmd outcome',
  approvals: 'side act payload payload_hash state asked_by asked_name decided_by decided_name attachment',
  audit: 'side actor actor_name act about before after hash',
  audit_heads: 'side hash',
  balance_mails: 'kind address language state last_error',
  booked_alone: 'actor',
  brands: 'name',
  bulk_lines: 'state uuid problems',
  bulk_orders:
    'state placing_mode name uuid file_hash ignored_columns problem problem_details paused_because confirmed_by_name',
  callback_attempts: 'problem',
  callback_tests: 'url',
  callbacks: 'format state last_problem settled_by',
  catalogue_changes: 'kind',
  categories: 'code url title title_en',
  certificates: 'token_hash',
  certify_runs: 'scope sealed_code asked_name state scenario report',
  client_contracts: 'legal_name tax_id address contact_name contact_phone contact_mail',
  client_keys: 'secret',
  client_looks:
    'campaign state sender_name greeting_ru greeting_en footer_ru footer_en accent paper support_email support_phone site logo logo_name edited_by proposed_by decided_by reason',
  client_sealing_keys: 'part',
  client_sandboxes: 'callbacks callback_url inbox_answer outcomes',
  client_test_keys: 'secret',
  client_onboarding_mails: 'step side address language state last_error',
  client_onboardings: 'step waits_for',
  clients: 'name callback_url callback_format callback_secret language contact_mail',
  code_readings: 'reader',
  code_places: 'fingerprint',
  codes: 'state sealed fingerprint',
  dealt_codes: 'fingerprint sealed',
  import_codes: 'fingerprint sealed',
  database_history: 'system_id',
  restores: 'state counts begun_by',
  outstanding_products: 'lapses',
  outstanding_sums: 'lapses',
  saved_views: 'side list name query',
  deliveries: 'channel state kind asked_by report settled_by',
  digest_mails: 'kind language address examples state last_error',
  digests: 'kind',
  draft_runs: 'kind rules asked_by state outcome',
  erasures: 'kind address_hash reason asked_by asked_name state hindrance',
  exchange_targets: 'kind',
  exchange_attempts: 'outcome details transcript code_fingerprint',
  exchanges: 'kind state details settled_note',
  gift_events: 'kind',
  guess_alarms: 'kind',
  guessed_accounts: 'account network',
  history_pieces: 'sha256',
  idempotency: 'uuid',
  imports: 'file_name',
  integration_access: 'token_hash token_kept user_name password_hash format fields',
  // A form may name a recipient; it is deleted after a quarter of an hour.
  kept_forms: 'side path sealed',
  invitations: 'side email role language invited_by confirmed_by state',
  ledger_days: 'kind',
  letters_to_clients: 'kind address language content message_id state last_error',
  letters_to_people: 'kind address language content message_id state last_error',
  mail_choices: 'kind',
  mail_decisions: 'decision file_name details settled_by settled_because',
  mailbox_folders: 'name uid_validity tried_mail',
  mails: 'message_id content_hash uid_validity',
  master_key_backups: 'fingerprint confirmed_by',
  memberships: 'side role confirmed_by',
  migrations: 'name',
  minute_counts: 'name label',
  onboarding_agreements: 'kind side subject by_name',
  onboarding_comments: 'side by_name text',
  onboarding_mails: 'step actor side address language state last_error',
  order_authors: 'name',
  order_days: 'outcome',
  party_policies: 'side',
  passkeys: 'credential_id public_key transports name',
  person_mails: 'kind address language side change detail by_name state last_error',
  persons: 'email name language password_hash totp_secret',
  pictures: 'name bytes',
  pool_drafts: 'sender file_name sealed_file file_hash state note sender_check sender_check_details source',
  products:
    'title code url brief region disclaimer www catalog_comment image_small image_medium image_large digital_acceptance transfer_scheme validity barcode_kind barcode_of issuer_name issuer_address support_phone support_email support_url activation_scheme language kept_columns',
  product_vouches: 'by_name reason',
  proofs: 'state asked_name verdict',
  questionnaire_files: 'name type bytes added_by',
  questionnaires: 'answers saved_by',
  recoveries: 'email language',
  recovery_codes: 'code_hash',
  removed_members: 'side role confirmed_by removed_by',
  redemptions: 'transaction idempotency_key till undone_by undone_by_name undo_reason',
  report_mails: 'address language report state last_error',
  requests: 'state uuid service_code delivery_type callback_format error_text test_script',
  sealed_days: 'seal',
  sealing_keys: 'purpose sealed_key master_fingerprint',
  sessions: 'token_hash strength enrolling challenge address agent flash',
  settlement_months: 'lines decision decided_by decided_by_name comment',
  setup_checks: 'name state findings',
  setup_links: 'token_hash email language',
  shops: 'name',
  supplier_onboardings: 'step actor',
  supplier_columns: 'heading field',
  supplier_senders: 'address',
  supplier_tests: 'scheme',
  supplier_call_days: 'cmd outcome',
  // Codes are masked, and so are addresses in what a program calls its tills and attempts.
  supplier_calls: 'kind cmd outcome ref address asked answered',
  suppliers: 'name contact_email adapter adapter_settings language',
  template_comments: 'about side by_name text',
  template_drafts: 'body note by_name agreed_by based_on by_side',
  alert_readers: 'address language by_name',
  catalogue_imports: 'asked_by by_name bytes file_name kind outcome rules state',
  templates: 'body product note',
  test_letters: 'channel',
  text_receipts: 'provider message_id report details other_ids phone_hashes',
  throttle_counts: 'key',
  till_sessions: 'token_hash',
  till_users: 'name password_hash',
  top_up_requests: 'uuid reference asked_by settled_by settled_because',
  transfers: 'kind from_account to_account note reference',
  used_exports: 'format fields address',
  work_items: 'kind',
  worker_rounds: 'worker',
};

const namesIn = (columns: Record<string, string>): string[] =>
  Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`));

/** Columns that could hold a text and are in neither list, and lines of the lists that name none. */
export async function unjudgedColumns(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and (data_type in ('text', 'bytea', 'json', 'jsonb') or udt_name = '_text')
     order by 1`,
  );
  const judged = [...namesIn(erasedColumns), ...namesIn(otherColumns)];
  const present = rows.map(({ name }) => name);
  return [
    ...present
      .filter((name) => !judged.includes(name))
      .map((name) => `${name}: is it of a recipient? test/tidy/columns.ts is to say so`),
    ...judged.filter((name) => !present.includes(name)).map((name) => `${name}: there is no such column`),
  ];
}
