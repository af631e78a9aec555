/** Fills what persons, suppliers and other servers write with texts as long as they may be. */
import type { Sql } from '../../src/platform/database/database.ts';
import { latin, longestMail, longestUrl, word } from './longest-texts.ts';

const mail = longestMail('m');
const sheet = `${word(250)}.xlsx`;
const name = word(100);

/** By table: the texts of all of its rows. */
const stretched: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api_calls: { ref: latin(100) },
  approvals: { asked_name: name },
  callback_attempts: { answer_head: word(200), problem: word(200) },
  callbacks: { last_problem: word(200) },
  categories: { title: word(100), title_en: latin(100) },
  certify_runs: { asked_name: name },
  client_contracts: {
    legal_name: word(300),
    address: word(300),
    contact_name: word(100),
    contact_mail: mail,
  },
  client_looks: {
    sender_name: word(40),
    greeting_ru: word(300),
    footer_ru: word(200),
    support_email: mail,
    site: longestUrl('https://club.example/').slice(0, 200),
    reason: word(300),
    edited_by: name,
  },
  clients: { name: word(200), contact_mail: mail },
  deliveries: { address: mail, last_error: word(200), report_details: word(200) },
  erasures: { reason: word(500), asked_name: name },
  exchange_attempts: { details: word(200), transcript: latin(4000) },
  exchanges: { details: word(200) },
  imports: { file_name: sheet },
  letters_to_people: { address: mail, last_error: word(200) },
  mail_decisions: { file_name: sheet, details: word(400) },
  mails: { sender: mail, subject: word(255) },
  onboarding_agreements: { by_name: name },
  onboarding_comments: { by_name: name, text: word(2000) },
  order_comments: { comment: word(512), changed_by_name: name },
  persons: { name },
  pool_drafts: { sender: mail, file_name: sheet, note: word(500), sender_check_details: word(200) },
  products: {
    title: word(300),
    brief: word(2000),
    region: word(200),
    disclaimer: word(2000),
    www: longestUrl('https://brand.example/'),
    issuer_name: word(200),
    issuer_address: word(300),
    support_phone: latin(60),
    support_email: mail,
    support_url: longestUrl('https://brand.example/'),
  },
  proofs: { asked_name: name },
  questionnaire_files: { name: `${word(195)}.xlsx`, added_by: name },
  questionnaires: { saved_by: name },
  redemptions: { till: word(141) },
  requests: {
    comment: word(512),
    external_id: latin(255),
    sender_name: word(255),
    recipient_name: word(255),
    greeting: word(512),
    email_from: mail,
    email_to: mail,
    service_code: latin(100),
    callback_url: longestUrl('https://shop.example/'),
  },
  shops: { name: word(100) },
  supplier_calls: { ref: latin(100) },
  suppliers: { contact_email: mail },
  template_comments: { by_name: name, text: word(2000) },
  template_drafts: { by_name: name, note: word(200) },
  templates: { note: word(200) },
  top_up_requests: { reference: latin(100) },
};

/** Where two rows may not have the same: each begins with what it is now. */
const distinct: Readonly<Record<string, string>> = {
  alert_readers: 'address',
  invitations: 'email',
  persons: 'email',
  supplier_senders: 'address',
};

/** Names of which no two are the same: each begins with its row's number. */
const numbered: Readonly<Record<string, string>> = { brands: word(200), suppliers: word(200) };

export async function stretchTexts(db: Sql): Promise<void> {
  for (const [table, texts] of Object.entries(stretched)) {
    const columns = Object.keys(texts).map((column, index) => `${column} = $${index + 1}`);
    await db.query(`update ${table} set ${columns.join(', ')}`, Object.values(texts));
  }
  for (const [table, text] of Object.entries(numbered))
    await db.query(`update ${table} set name = id || substr($1, length(id::text) + 1)`, [text]);
  for (const [table, column] of Object.entries(distinct)) {
    const short = `left(split_part(${column}, '@', 1), 20)`;
    await db.query(`update ${table} set ${column} = ${short} || substr($1, length(${short}) + 1)`, [mail]);
  }
}
